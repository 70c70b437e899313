#if Server
import Domain

extension ServerPreparation {
    /// `databaseProblem` says what is wrong with the database.
    init(
        _ settings: ServerSettings, except spoilt: Set<ServerSetting>,
        databaseProblem: (ServerDatabase) -> Sentence?
    ) {
        let isKnown = spoilt.isDisjoint(with: [.databaseAddress, .databaseDirectory])
        let problem = isKnown ? databaseProblem(settings.database) : nil
        self.init(settings, except: spoilt, further: [problem].compactMap(\.self))
    }
}
#endif
