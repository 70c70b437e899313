import UsecasesEngine

/// The description of an application to generate.
struct ApplicationOrder: Sendable, Hashable, Codable {
    let name: ApplicationName
    /// The path of its folder.
    let directory: String
    /// Whether the application also serves its use cases over HTTP.
    var hasService = false
    /// The language of its scenes.
    var language = Language.en
    var libraries = LibrarySource.beside

    static let example = ApplicationOrder(name: .example, directory: "../shop")
}

/// The location of the libraries of an application.
enum LibrarySource: Sendable, Hashable, Codable {
    /// The copy next to this program, in its checkout or its installation.
    case beside
    /// A git repository, with the minimum version.
    case repository(url: String, version: String)

    /// The name of their package.
    static let package = "calearning"
}

/// A generated application.
struct MadeApplication: Sendable, Hashable, Codable {
    let name: ApplicationName
    /// The path of its folder.
    let directory: String
    /// The number of its files.
    let files: Int
}

/// A part that an application can get later. Its raw value is the name of its overlay of the starter.
enum ApplicationPart: String, Sendable, Hashable, Codable {
    /// A service, which answers requests over HTTP.
    case service
    /// A data store in a SQLite database.
    case sqlite
    /// A data store in a PostgreSQL database.
    case postgresql

    /// The part that an application cannot have next to this one, because it has one data store.
    var alternative: ApplicationPart? {
        switch self {
        case .service: nil
        case .sqlite: .postgresql
        case .postgresql: .sqlite
        }
    }
}

/// The part that an application got.
struct AddedPart: Sendable, Hashable, Codable {
    let part: ApplicationPart
    let name: ApplicationName
    /// The new and the changed files, by their paths in the application.
    let files: [String]
    /// Whether the part runs the first use case, which the application no longer has.
    let lacksUsecase: Bool
}

/// The result of adding a part.
enum PartAddition: Sendable, Hashable, Codable {
    case added(AddedPart)
    case present(name: ApplicationName)
    /// The application has the alternative of the part. These are its files.
    case alternative(ApplicationPart, name: ApplicationName, files: [String])
    /// Nothing was written, because these lines have no place.
    case changed([MissingLines])
    /// The folder has no application that this program made.
    case noApplication
}

/// A generator of applications.
protocol ApplicationMaker: Sendable {
    /// Whether the path does not exist or is an empty folder. Throws `unreadable`.
    func isFree(_ directory: String) async throws(ErrorWrapper) -> Bool

    /// Writes all files of the application into a new folder atomically. Throws `unreadable` if the source does not
    /// exist. Throws `unwritable` if writing fails or the path has become occupied.
    func make(_ order: ApplicationOrder) async throws(ErrorWrapper) -> MadeApplication

    /// Adds the files and the lines of a part to an application. Never overwrites a file, and keeps all other lines.
    /// Throws `unreadable` and `unwritable`.
    func add(_ part: ApplicationPart, to directory: String) async throws(ErrorWrapper) -> PartAddition
}

extension Port: ApplicationMaker where Adapter == any ApplicationMaker {
    func isFree(_ directory: String) async throws(ErrorWrapper) -> Bool {
        try await call(
            "isFree(_:)", [directory],
            outcomes: [PossibleOutcome("free", true), PossibleOutcome("occupied", false), .unreadable]
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.isFree(directory) }
    }

    func make(_ order: ApplicationOrder) async throws(ErrorWrapper) -> MadeApplication {
        let made = MadeApplication(name: order.name, directory: order.directory, files: 14)
        return try await call(
            "make(_:)", ["\(order.name)", order.directory, "\(order.hasService)"], changes: true,
            outcomes: [PossibleOutcome("made", made), .unreadable, .unwritable]
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.make(order) }
    }

    func add(_ part: ApplicationPart, to directory: String) async throws(ErrorWrapper) -> PartAddition {
        let complete = AddedPart(part: part, name: .example, files: ["Package.swift"], lacksUsecase: false)
        let withoutUsecase = AddedPart(part: part, name: .example, files: ["Package.swift"], lacksUsecase: true)
        let missing = MissingLines(file: "Package.swift", anchor: "a", replaces: true, lines: ["b"])
        return try await call(
            "add(_:to:)", [part.rawValue, directory], changes: true,
            outcomes: [
                PossibleOutcome("added", .added(complete)),
                PossibleOutcome("added-without-usecase", .added(withoutUsecase)),
                PossibleOutcome("present", .present(name: .example)),
                PossibleOutcome("alternative", .alternative(.sqlite, name: .example, files: ["Store.swift"])),
                PossibleOutcome("changed", .changed([missing])), PossibleOutcome("no-application", .noApplication),
                .unreadable, .unwritable,
            ]
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.add(part, to: directory) }
    }
}

extension Dependencies {
    var applicationMaker: Port<any ApplicationMaker> {
        get { self[(any ApplicationMaker).self] }
        set { self[(any ApplicationMaker).self] = newValue }
    }
}

/// The name of an application. It has 2 to 12 ASCII letters and digits, and begins with a capital letter. All other
/// names in the application derive from it.
struct ApplicationName: Sendable, Hashable {
    let rawValue: String

    init?(_ rawValue: String) {
        guard (2...12).contains(rawValue.utf8.count), rawValue.utf8.first.map({ (0x41...0x5A).contains($0) }) ?? false,
            rawValue.utf8.allSatisfy({ $0.isASCIIAlphanumeric }), !Self.taken.contains(rawValue.lowercased())
        else { return nil }
        self.rawValue = rawValue
    }

    private init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }

    /// The names of the libraries, their programs, the layers, and Swift's modules.
    private static let taken: Set = [
        "application", "usecases", "domain", "presentation", "foundation", "swift", "testing", "dispatch",
        "observation", LibrarySource.package, Product.own.name,
    ]

    static let example = ApplicationName(unchecked: "Shop")
}

extension ApplicationName: TextCodable {
    static var rule: String {
        "a name has a capital, then letters and digits, 2 to 12 in all, and is not that of a module"
    }

    var description: String { rawValue }
}

extension UInt8 {
    fileprivate var isASCIIAlphanumeric: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}
