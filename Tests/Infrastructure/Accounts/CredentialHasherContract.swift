import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct パスワードのハッシュの契約 {
    enum Adapter: CaseIterable {
        case scrypt, plain, stub
        #if Server
        case measured
        #endif

        func hasher(seed: UInt64) -> any CredentialHasher {
            switch self {
            case .scrypt: ScryptHasher(randomSource: SeededRandomSource(seed: seed), parameters: .fixture())
            case .plain: PlainHasher()
            case .stub: StubCredentialHasher()
            #if Server
            case .measured:
                MeasuredHasher(
                    Adapter.scrypt.hasher(seed: seed), clock: ManualClock(), metrics: RecordedMetrics())
            #endif
            }
        }
    }

    private let password = Password(normalized: "パスワードを守る長い文")

    @Test(arguments: Adapter.allCases) func 似たものと無作為なもののうち_合うのは本物だけ(adapter: Adapter) async throws {
        var random = SeededRandomSource.unpredictable()
        let hasher = adapter.hasher(seed: random.next())
        let hash = try await hasher.hash(password)
        var wrong = ["パスワードを守る長い分", "", password.reveal() + "\0", "\0" + password.reveal()]
        for _ in 0..<2000 {
            wrong.append(
                String(
                    password.reveal().map { Bool.random(using: &random) ? $0 : "守" }.shuffled(using: &random)) + "x")
        }
        var comparisons: [Comparison: Int] = [:]

        for text in wrong {
            comparisons[try await hasher.compare(Password(normalized: text), with: hash), default: 0] += 1
        }

        #expect(comparisons == [.differs: wrong.count], random.comment)
        try await expect(hasher.compare(password, with: hash), equals: .matches)
    }

    @Test(arguments: Adapter.allCases) func ハッシュがなければどのパスワードも合わない(adapter: Adapter) async throws {
        let hasher = adapter.hasher(seed: 1)

        for text in [password.reveal(), "", "\0"] {
            try await expect(hasher.compare(Password(normalized: text), with: nil), equals: .differs)
        }
    }

    @Test(arguments: Adapter.allCases) func トークンのダイジェストはいつも同じで_ほかのトークンとは違う(adapter: Adapter) async throws {
        let tokens = (1...50).map { SessionToken.fixture($0) }
        var digests: Set<TokenDigest> = []

        for token in tokens {
            let digest = try await adapter.hasher(seed: 1).digest(of: token.secret)
            digests.insert(digest)
            try await expect(adapter.hasher(seed: 2).digest(of: token.secret), equals: digest)
        }

        #expect(digests.count == tokens.count)
    }
}
