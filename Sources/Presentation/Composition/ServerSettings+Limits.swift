#if Server
import Logging

extension ServerSettings {
    /// What the program itself needs besides its clients, the database, its log, its event loops, and what is kept for
    /// operators.
    private static let reservedFiles = 128 + ConnectionPlaces.reserved

    /// Takes no more connections than there may be files: one that cannot be accepted would end the server.
    func withinLimits(ofFiles limit: Int, logger: Logger) -> ServerSettings {
        let most = max(1, limit - Self.reservedFiles)
        guard maximumConnections > most else { return self }
        logger.warning(
            "fewer connections than configured, as the limit on open files is low",
            metadata: ["connections": "\(most)", "configured": "\(maximumConnections)", "files": "\(limit)"])
        var settings = self
        settings.maximumConnections = most
        return settings
    }
}
#endif
