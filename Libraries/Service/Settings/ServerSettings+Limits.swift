#if Server
import Logging

extension ServerSettings {
    /// The files that the program needs besides those of its clients: for what it keeps, its log, its event loops, and
    /// the connections that are reserved for operators.
    private static let reservedFiles = 128 + ConnectionPlaces.reserved

    /// Limits the connections by the number of files: one that cannot be accepted would end the server.
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
