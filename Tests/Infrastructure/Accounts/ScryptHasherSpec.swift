import CalearningDomain
import CalearningInfrastructure
import Foundation
import Testing
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct scryptによるパスワードのハッシュ {
    private let password = Password(normalized: "パスワードを守る長い文")
    private let other = Password(normalized: "パスワードを守る長い分")

    private func hasher(
        seed: UInt64 = 1, parameters: ScryptParameters = .fixture(),
        library: any CryptographicLibrary = OpenSSLLibrary()
    ) -> ScryptHasher {
        ScryptHasher(randomSource: SeededRandomSource(seed: seed), parameters: parameters, library: library)
    }

    @Test func 同じパスワードのハッシュもソルトで異なる() async throws {
        let hasher = hasher()
        let hashes = try await [hasher.hash(password), hasher.hash(password)].map { $0.reveal() }
        let salts = hashes.compactMap { ScryptHash($0)?.salt }

        #expect(hashes[0] != hashes[1])
        #expect(salts.map(\.count) == [16, 16])
        #expect(salts[0] != salts[1])
    }

    @Test func 既定では三十二メビバイトのパラメータを書く() async throws {
        let library = GatedCryptography(isOpen: true)
        let hasher = ScryptHasher(randomSource: SeededRandomSource(), library: library)

        let hash = try await hasher.hash(password)

        #expect(hash.reveal().hasPrefix("$scrypt$ln=15,r=8,p=3$"))
        #expect(library.calls.map(\.parameters.memory) == [32 << 20])
        #expect(library.calls.map(\.password) == ["パスワードを守る長い文"])
    }

    /// A hash computed with Python's hashlib. Every build reads it, with any library.
    @Test func 他で作られたハッシュも読める() async throws {
        let hash = PasswordHash(
            "$scrypt$ln=15,r=8,p=3$AAECAwQFBgcICQoLDA0ODw$9xArqBoEB1uArkOICv5BgD/mVl3me9tx79CTvccH6dE")
        let hasher = hasher(parameters: .recommended)

        try await expect(hasher.compare(password, with: hash), equals: .matches)
        try await expect(hasher.compare(other, with: hash), equals: .differs)
    }

    /// The parameters 5 and 1 take the same time with more memory.
    @Test(arguments: [
        (3, 1, true), (4, 1, true), (3, 2, true), (4, 2, false), (5, 1, false), (4, 3, false), (5, 2, false),
    ])
    func 今よりパラメータの低いハッシュだけが古い(roundsExponent: Int, parallelism: Int, isOutdated: Bool) async throws {
        let former = hasher(parameters: .fixture(roundsExponent: roundsExponent, parallelism: parallelism))
        let today = hasher(parameters: .fixture(roundsExponent: 4, parallelism: 2))
        let hash = try await former.hash(password)

        try await expect(today.compare(password, with: hash), equals: isOutdated ? .matchesOutdated : .matches)
        try await expect(today.compare(other, with: hash), equals: .differs)
    }

    @Test func ハッシュがなくても今のパラメータで同じだけ計算し_合わない() async throws {
        let library = GatedCryptography(isOpen: true)
        let hasher = hasher(parameters: .recommended, library: library)

        let comparison = try await hasher.compare(password, with: nil)

        #expect(comparison == .differs)
        #expect(library.calls.map(\.parameters) == [.recommended])
        #expect(library.calls.map(\.salt.count) == [16])
        #expect(library.calls.map(\.password) == ["パスワードを守る長い文"])
    }

    @Test(arguments: [
        "", "$scrypt$ln=15,r=8,p=3$",
        "$scrypt$ln=40,r=8,p=3$AAECAwQFBgcICQoLDA0ODw$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ])
    func 読めないハッシュは計算せずに壊れているとする(text: String) async throws {
        let library = GatedCryptography(isOpen: true)
        let hasher = hasher(library: library)

        let error = await #expect(throws: ErrorWrapper.self) {
            try await hasher.compare(password, with: PasswordHash(text))
        }

        #expect(error?.system == .dataStore(.damaged(location: "passwordHash", content: .database)))
        #expect(error.causeTexts == ["the hash of a password has another form, or parameters that are out of bounds"])
        #expect(library.calls.isEmpty)
    }

    @Test func トークンの要約は小文字の十六進のSHA256() async throws {
        let token = try #require(SessionToken(String(repeating: "0123456789abcdef", count: 4)))

        let digest = try await hasher().digest(of: token.secret)

        #expect(digest.reveal() == "a8ae6e6ee929abea3afcfc5258c8ccd6f85273e0d4626d26c7279f3250f77c8e")
    }

    @Test func ライブラリがなければどの操作もそう伝える() async throws {
        let hasher = hasher(library: NoCryptography())
        let token = SessionToken(randomSource: SeededRandomSource())

        let errors = [
            await #expect(throws: ErrorWrapper.self) { try await hasher.hash(password) },
            await #expect(throws: ErrorWrapper.self) { try await hasher.compare(password, with: nil) },
            await #expect(throws: ErrorWrapper.self) { try await hasher.digest(of: token.secret) },
        ]

        #expect(errors.map { $0?.system } == Array(repeating: .ライブラリを使えません, count: 3))
        #expect(errors.allSatisfy { $0.causeTexts == ["it is not installed"] })
    }
}
