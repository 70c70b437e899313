package import UsecasesEngine

/// The public API of GitHub.
///
/// Each operation throws `networkUnreachable` or the server's error as a service error. It throws a system error of the
/// API for any other failure.
package protocol GitHub: Sendable {
    /// Returns a line of GitHub's zen.
    func zen() async throws(ErrorWrapper) -> GitHubAnswer<String>
    /// Returns the user, or `nil` if the user does not exist.
    func user(_ login: GitHubLogin) async throws(ErrorWrapper) -> GitHubAnswer<GitHubUser?>
}

/// An answer of GitHub, or a report that the rate limit has been reached.
package enum GitHubAnswer<Value: Sendable & Codable>: Sendable, Codable {
    case answer(Value)
    /// GitHub accepts requests again at `until`, if it reports the time. `hasToken` is whether the limit applies to a
    /// token. It is `nil` in recordings of earlier versions.
    case rateLimited(until: Timestamp?, hasToken: Bool? = nil)
}

extension Port: GitHub where Adapter == any GitHub {
    package func zen() async throws(ErrorWrapper) -> GitHubAnswer<String> {
        try await call(
            "zen()",
            outcomes: [PossibleOutcome("answered", .answer("Keep it logically awesome."))]
                + PossibleOutcome.rateLimits() + PossibleOutcome.apiErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.zen() }
    }

    package func user(_ login: GitHubLogin) async throws(ErrorWrapper) -> GitHubAnswer<GitHubUser?> {
        let user = GitHubUser(id: 583_231, login: login.rawValue, name: "The Octocat")
        return try await call(
            "user(_:)", ["\(login)"],
            outcomes: [PossibleOutcome("found", .answer(user)), PossibleOutcome("absent", .answer(nil))]
                + PossibleOutcome.rateLimits() + PossibleOutcome.apiErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.user(login) }
    }
}

extension Dependencies {
    package var gitHub: Port<any GitHub> {
        get { self[(any GitHub).self] }
        set { self[(any GitHub).self] = newValue }
    }
}

extension PossibleOutcome {
    /// Returns the outcomes with a rate limit. GitHub does not always report when the limit ends.
    fileprivate static func rateLimits<Answer>() -> [PossibleOutcome] where Value == GitHubAnswer<Answer> {
        [
            PossibleOutcome("rate-limited", .rateLimited(until: nil)),
            PossibleOutcome("rate-limited-until", .rateLimited(until: Timestamp(milliseconds: 1_800_000_000_000))),
        ]
    }
}

/// The login name of a GitHub account. It has 1 to 39 letters, digits and single hyphens, and neither begins nor ends
/// with a hyphen.
package struct GitHubLogin: Sendable, Hashable {
    package let rawValue: String

    package init?(_ rawValue: String) {
        let parts = rawValue.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...39).contains(rawValue.utf8.count),
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isLetterOrDigit) })
        else { return nil }
        self.rawValue = rawValue
    }

    init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}

extension GitHubLogin: TextCodable {
    package static var rule: String { "this is not a GitHub login" }
    package var description: String { rawValue }
}

/// The public profile of a GitHub account. Empty fields are `nil`.
package struct GitHubUser: Sendable, Hashable, Codable {
    package let id: Int
    /// The login as GitHub spells it. The names of app accounts are not valid logins.
    package let login: String
    package let name: String?
    package let company: String?
    package let location: String?
    package let bio: String?
    /// The URL of the profile page.
    package let url: String?
    package let followers: Int?
    package let publicRepositories: Int?

    package init(
        id: Int, login: String, name: String? = nil, company: String? = nil, location: String? = nil,
        bio: String? = nil, url: String? = nil, followers: Int? = nil, publicRepositories: Int? = nil
    ) {
        self.id = id
        self.login = login
        self.name = name
        self.company = company
        self.location = location
        self.bio = bio
        self.url = url
        self.followers = followers
        self.publicRepositories = publicRepositories
    }
}

extension GitHubUser: CustomStringConvertible {
    package var description: String { "\(login) (\(id))" }
}
