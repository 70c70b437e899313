#if Server
import Domain

/// Everything that can be found out about the settings without listening and without changing anything.
struct ServerPreparation: Sendable {
    private(set) var tls: TLSFiles?
    /// The problems that keep the service from starting, one line each.
    private(set) var problems: [Sentence] = []

    /// Leaves out what depends on settings that are `spoilt`. `further` are the problems with what only this service needs.
    init(_ settings: ServerSettings, except spoilt: Set<ServerSetting>, further: [Sentence]) {
        if let certificate = settings.certificate, spoilt.isDisjoint(with: [.tlsCertificate, .tlsKey]) {
            switch TLSFiles.read(certificate) {
            case .success(let files): tls = files
            case .failure(let failure): problems += failure.all.map(\.text)
            }
        }
        problems += further
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
