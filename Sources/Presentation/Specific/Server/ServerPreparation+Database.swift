#if Server

extension ServerPreparation {
    /// `inspect` finds out about the database.
    init(
        _ settings: ServerSettings, except spoilt: Set<ServerSetting>,
        inspect: (ServerDatabase) -> Findings
    ) {
        let isKnown = spoilt.isDisjoint(with: [.databaseAddress, .databaseDirectory])
        self.init(settings, except: spoilt, further: isKnown ? inspect(settings.database) : Findings())
    }
}
#endif
