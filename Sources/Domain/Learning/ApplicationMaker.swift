package import Usecases

/// An application that is to be made.
package struct ApplicationOrder: Sendable, Hashable, Codable {
    package let name: ApplicationName
    /// The path of its folder.
    package let directory: String
    /// Whether it serves its use cases over HTTP, too.
    package let hasService: Bool
    /// The language of its scenes.
    package let language: Language
    package let libraries: LibrarySource

    package init(
        name: ApplicationName, directory: String, hasService: Bool = false, language: Language = .en,
        libraries: LibrarySource = .beside
    ) {
        self.name = name
        self.directory = directory
        self.hasService = hasService
        self.language = language
        self.libraries = libraries
    }

    package static let example = ApplicationOrder(name: .example, directory: "../shop")
}

/// The place from which an application gets the libraries.
package enum LibrarySource: Sendable, Hashable, Codable {
    /// The copy beside this program: its checkout, or the installed one.
    case beside
    /// A git repository, from a version on.
    case repository(url: String, version: String)
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

/// Makes applications of one's own.
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
        let made = MadeApplication(name: order.name, directory: order.directory, files: 14)
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

/// The name of an application: a capital, then letters and digits of ASCII, 2 to 12 characters. All other names in it are
/// made from this one.
package struct ApplicationName: Sendable, Hashable {
    package let rawValue: String

    package init?(_ rawValue: String) {
        guard (2...12).contains(rawValue.utf8.count), rawValue.utf8.first.map({ (0x41...0x5A).contains($0) }) ?? false,
            rawValue.utf8.allSatisfy({ $0.isASCIIAlphanumeric }), !Self.taken.contains(rawValue.lowercased())
        else { return nil }
        self.rawValue = rawValue
    }

    private init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }

    /// Names that would hide a module of the package, or stand for this application.
    private static let taken: Set = [
        "application", "usecases", "domain", "infrastructure", "presentation", "foundation", "swift", "testing",
        "dispatch",
        "argumentparser", "synchronization", "observation", Product.own.name,
    ]

    package static let example = ApplicationName(unchecked: "Shop")
}

extension ApplicationName: TextCodable {
    package static var rule: String {
        "a name has a capital, then letters and digits, 2 to 12 in all, and is not that of a module"
    }

    package var description: String { rawValue }
}

extension UInt8 {
    fileprivate var isASCIIAlphanumeric: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}
