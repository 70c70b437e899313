extension PortCallName {
    /// Whether the operation can neither wait nor fail, so that the exploration does not branch at it: these are the
    /// operations whose taps have no possible outcomes.
    package var isInstant: Bool { Self.instant.contains("\(port).\(operation)") }

    private static let instant: Set = [
        "Clock.now", "Clock.day(of:)", "Clock.uptime", "RandomSource.next()", "DataStore.location",
    ]
}
