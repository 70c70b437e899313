#if Server
import Domain

/// Everything that can be found out about the settings without listening and without changing anything.
struct ServerPreparation: Sendable {
    private(set) var tls: TLSFiles?
    /// The problems that keep the service from starting, one line each.
    private(set) var problems: [Sentence] = []

    /// Leaves out what depends on settings that are `spoilt`. `databaseProblem` says what is wrong with the database.
    init(
        _ settings: ServerSettings, except spoilt: Set<ServerSetting>,
        databaseProblem: (ServerSettings.Database) -> Sentence?
    ) {
        if let certificate = settings.certificate, spoilt.isDisjoint(with: [.tlsCertificate, .tlsKey]) {
            switch TLSFiles.read(certificate) {
            case .success(let files): tls = files
            case .failure(let failure): problems += failure.all.map(\.text)
            }
        }
        if spoilt.isDisjoint(with: [.database, .stateDir]), let problem = databaseProblem(settings.database) {
            problems.append(problem)
        }
        let port = spoilt.contains(.port) ? 0 : settings.port
        if !spoilt.contains(.host), let problem = ListeningAddress(host: settings.host, port: port).problem {
            problems.append(problem)
        }
    }

    /// What does not keep the service from starting, but should be known.
    func remarks(at now: Timestamp) -> [Sentence] {
        [tls?.validity.remark(at: now)].compactMap(\.self)
    }
}
#endif
