package import Usecases

/// An application that is to be made.
package struct ApplicationOrder: Sendable, Hashable, Codable {
    package let name: ApplicationName
    /// The path of its folder.
    package let directory: String
    /// Whether it serves its use cases over HTTP, too.
    package let hasService: Bool

    package init(name: ApplicationName, directory: String, hasService: Bool = false) {
        self.name = name
        self.directory = directory
        self.hasService = hasService
    }

    package static let example = ApplicationOrder(name: .example, directory: "../shop")
}

/// An application that was made.
package struct MadeApplication: Sendable, Hashable, Codable {
    package let name: ApplicationName
    /// The path of its folder.
    package let directory: String
    /// The number of its files.
    package let files: Int

    package init(name: ApplicationName, directory: String, files: Int) {
        self.name = name
        self.directory = directory
        self.files = files
    }
}

/// Makes applications from the source of this one.
package protocol ApplicationMaker: Sendable {
    /// Whether there is nothing at this path, or an empty folder. Throws `読み込みに失敗`.
    func isFree(_ directory: String) async throws(ErrorWrapper) -> Bool

    /// Writes all files of the application into a new folder, which appears whole or not at all. Throws `読み込みに失敗` if the
    /// source is not there, and `書き込みに失敗`, also if the place has been taken meanwhile.
    func make(_ order: ApplicationOrder) async throws(ErrorWrapper) -> MadeApplication
}

extension Port: ApplicationMaker where Adapter == any ApplicationMaker {
    package func isFree(_ directory: String) async throws(ErrorWrapper) -> Bool {
        try await call(
            "isFree(_:)", [directory],
            outcomes: [PossibleOutcome("free", true), PossibleOutcome("occupied", false), .unreadable]
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.isFree(directory) }
    }

    package func make(_ order: ApplicationOrder) async throws(ErrorWrapper) -> MadeApplication {
        let made = MadeApplication(name: order.name, directory: order.directory, files: 400)
        return try await call(
            "make(_:)", ["\(order.name)", order.directory, "\(order.hasService)"], changes: true,
            outcomes: [PossibleOutcome("made", made), .unreadable, .unwritable]
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.make(order) }
    }
}

extension Dependencies {
    package var applicationMaker: Port<any ApplicationMaker> {
        get { self["ApplicationMaker"] }
        set { self["ApplicationMaker"] = newValue }
    }
}
