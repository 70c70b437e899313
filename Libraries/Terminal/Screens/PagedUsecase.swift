package import Foundation
public import UsecasesEngine

/// A use case that a person starts with texts: what its command asks for or takes as an argument, and its page has as
/// fields.
///
/// Any other use case with a command has a page with a field for each value of its first scene.
public protocol PagedUsecase: ShownUsecase {
    /// Whether no run changes anything outside the browser's own store, so its links and forms use `GET`. A run by `GET`
    /// stops before such a change. A browser has a store after its first form, so what an earlier run writes is not kept.
    static var isSafe: Bool { get }
    /// Whether a run does no harm even if the user pressed a button of an old page, as a logout does.
    static var isHarmless: Bool { get }
    /// What a run will do, for the page that asks before it, or `nil` if the title says it.
    static var question: Sentence? { get }
    /// Whether only a logged-in user can start the use case.
    static var needsUser: Bool { get }
    /// Returns the form that asks for the texts, or `nil` if the use case needs none. `texts` are the texts of the
    /// address. `user` is the name of the user, if one is logged in.
    static func form(with texts: [String: String], for user: String?) -> Screen?
    /// Returns the first scene for the texts of the address, or `nil` if they determine none.
    static func beginning(with texts: [String: String]) -> Step<Self>?
    /// Returns the texts from which the scene begins. It is the inverse of ``beginning(with:)``.
    static func texts(of beginning: Step<Self>) -> [String: String]
}

extension PagedUsecase {
    /// `false`: the use case has buttons, and its forms use `POST`.
    public static var isSafe: Bool { false }
    /// `false`, because most use cases must not run by mistake.
    public static var isHarmless: Bool { false }
    /// `nil` by default.
    public static var question: Sentence? { nil }
    /// `false` by default.
    public static var needsUser: Bool { false }
    /// Returns a form with a field for each value of the first scene by default, unless ``beginning(with:)`` needs none.
    public static func form(with texts: [String: String], for user: String?) -> Screen? {
        beginning(with: texts) == nil ? usualForm(with: texts) : nil
    }
    /// Returns the first beginning by default. Its values are the texts with their names, such as `book.title`.
    public static func beginning(with texts: [String: String]) -> Step<Self>? { usualBeginning(with: texts) }
    /// Returns all values that are not secrets by default.
    public static func texts(of beginning: Step<Self>) -> [String: String] { usualTexts(of: beginning) }

    fileprivate static func texts(ofBeginning beginning: some Sendable) -> [String: String] {
        (beginning as? Step<Self>).map { texts(of: $0) } ?? [:]
    }

    fileprivate static func behaviour(with texts: [String: String]) -> Behaviour? {
        beginning(with: texts).map { Behaviour($0) }
    }
}

extension Usecase {
    fileprivate static func usualBehaviour(with texts: [String: String]) -> Behaviour? {
        usualBeginning(with: texts).map { Behaviour($0) }
    }

    /// Returns the screen of a stored goal of this time. Throws if the data is not one of this use case.
    fileprivate static func screen(ofStored goal: Data, at time: Timestamp) throws -> Screen {
        goalScreen(of: Scenario(reached: try JSONDecoder().decode(Goals.self, from: goal), at: time))
    }

    /// The path of the page, made of the command's words, or `nil` without a command. `sessions end ID` has the path
    /// `sessions/end`, and `tutorial --complete` has `tutorial/complete`.
    package static var pagePath: String? {
        guard case .command(let text) = invocation else { return nil }
        let words = text.split(separator: " ").filter { !$0.contains(where: \.isUppercase) }
        return words.map { $0.trimmingPrefix("--") }.joined(separator: "/")
    }
}

/// The start of a use case with certain texts. A browser reaches it at an address.
public struct PageAddress: Sendable {
    package let usecase: any Usecase.Type
    package let texts: [String: String]

    /// The names of the fields that pages themselves have. No field of a form has one of them.
    package static let reserved: Set<String> = [
        "token", "form", "notice", "show", "user", "language", "back", "query", "sent",
    ]

    /// Creates the address of the use case. `texts` are the texts of its fields that are already known.
    public init(_ usecase: any Usecase.Type, _ texts: [String: String] = [:]) {
        self.usecase = usecase
        self.texts = texts
    }

    init<U: Usecase>(of beginning: Step<U>) {
        let paged = U.self as? any PagedUsecase.Type
        self.init(U.self, paged?.texts(ofBeginning: beginning) ?? U.usualTexts(of: beginning))
    }
}

extension PageAddress: Hashable {
    /// Compares the use cases and the texts.
    public static func == (first: PageAddress, second: PageAddress) -> Bool {
        first.usecase == second.usecase && first.texts == second.texts
    }

    /// Hashes the use case and the texts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(usecase))
        hasher.combine(texts)
    }
}

/// A use case with a page, without its type.
package struct UsecasePlace: Sendable {
    package let usecase: any Usecase.Type
    /// The path below the root of all pages, such as `sessions/end`.
    package let path: String
    package var isSafe: Bool

    /// Returns the place of the use case, or `nil` if it has no command, or if nothing can start it with texts.
    package init?(_ usecase: any Usecase.Type) {
        guard let path = usecase.pagePath,
            usecase is any PagedUsecase.Type || usecase.usualBehaviour(with: [:]) != nil
                || usecase.usualForm(with: [:]) != nil
        else { return nil }
        self.usecase = usecase
        self.path = path
        isSafe = (usecase as? any PagedUsecase.Type)?.isSafe ?? false
    }

    private var paged: (any PagedUsecase.Type)? { usecase as? any PagedUsecase.Type }
    package var isHarmless: Bool { paged?.isHarmless ?? false }
    package var needsUser: Bool { paged?.needsUser ?? false }
    package var question: Sentence? { paged?.question }

    /// Returns the form for the texts of the address and the user, or `nil` if no form is needed.
    package func form(_ texts: [String: String], _ user: String?) -> Screen? {
        guard let paged else { return usecase.usualForm(with: texts) }
        return paged.form(with: texts, for: user)
    }

    /// Returns the run for the texts of the address, or `nil` if they determine none.
    package func behaviour(_ texts: [String: String]) -> Behaviour? {
        guard let paged else { return usecase.usualBehaviour(with: texts) }
        return paged.behaviour(with: texts)
    }

    /// Returns the screen of a stored goal of this time. Throws if the data is not one of this use case.
    package func screen(_ goal: Data, _ time: Timestamp) throws -> Screen {
        try usecase.screen(ofStored: goal, at: time)
    }
}

extension Report {
    /// The goal in the form that ``UsecasePlace/screen`` reads, or `nil` if the run reached none. It has all secrets.
    package var storedGoal: Data? {
        guard case .goal = ending, let goal = scenes.last?.declared else { return nil }
        let encoder = JSONEncoder()
        let receive: @Sendable (String) -> Void = { _ in }
        encoder.userInfo[.secretReceiver] = receive
        return try? encoder.encode(goal)
    }
}
