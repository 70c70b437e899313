import CalearningDomain
import Foundation
import Synchronization
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let hex = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

@Suite struct アカウントの値 {
    /// A source of given secret numbers. It has no other numbers.
    private final class Numbers: RandomSource {
        private let rest: Mutex<[UInt64]>

        init(_ numbers: [UInt64]) { rest = Mutex(numbers) }

        var count: Int { rest.withLock(\.count) }

        func next() -> UInt64 { 0 }

        func nextSecret() -> UInt64 { rest.withLock { $0.isEmpty ? 0 : $0.removeFirst() } }
    }

    /// Each kind of secret, the bits that it takes from each number, and how many characters of its alphabet it has.
    private static let kinds:
        [(bits: [UInt64], alphabet: String, length: Int, make: @Sendable (any RandomSource) -> any SecretText)] = [
            ([~0, ~0, ~0, ~0], "0123456789abcdef", 64, { SessionToken(randomSource: $0) }),
            (
                [(1 << 60) - 1, (1 << 60) - 1], "0123456789abcdefghjkmnpqrstvwxyz", 24,
                { RecoveryCode(randomSource: $0) }
            ),
            (
                Array(repeating: (1 << 40) - 1, count: 4), "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 32,
                { TimeCodeKey(randomSource: $0) }
            ),
            (
                [(1 << 12) - 1, (1 << 62) - 1], "0123456789abcdef", 32,
                { InstallationKey(clock: ImmediateClock(), randomSource: $0) }
            ),
        ]

    /// Otherwise a secret is easier to guess than its length suggests.
    @Test func 新しい秘密は_源の数のどのビットによっても変わる() async {
        await forAll(20) { choices in
            (choices.number(in: 0...(Self.kinds.count - 1)), (0..<4).map { _ in choices.number(in: 0...UInt64.max) })
        } holds: { number, drawn in
            let (bits, alphabet, length, make) = Self.kinds[number]
            let numbers = Array(drawn.prefix(bits.count))
            func secret(_ numbers: [UInt64]) throws -> String {
                let source = Numbers(numbers)
                let text = make(source).reveal().replacing("-", with: "")
                try promise(source.count, is: 0)
                try promise(text.count == length && Set(text).isSubset(of: alphabet), "\(text) is made of its alphabet")
                return text
            }

            var seen: Set = [try secret(numbers)]
            for (place, used) in bits.enumerated() {
                for bit in 0..<64 {
                    var changed = numbers
                    changed[place] ^= 1 << bit
                    let isNew = seen.insert(try secret(changed)).inserted
                    try promise(isNew, is: used >> bit & 1 == 1)
                }
            }
        }
    }

    @Suite struct アカウントを頼んだこと {
        @Test(arguments: [
            "", " ", "ada", "ada ", " k-1", "ada  k-1", "ada k-1 ", " ada k-1", "ada k-1 x", "ada\tk-1", "ad k-1",
            "エイダ k-1", "ada k\n1", "ada " + String(repeating: "k", count: 256),
        ])
        func 形の違う文字列は読まない(text: String) {
            #expect(SignUpAttempt(stored: text) == nil)
        }
    }

    @Suite struct 秘密 {
        /// Something that carries secrets, and their texts.
        struct Carrier: Sendable, CustomTestStringConvertible {
            let value: any Codable & Sendable & Hashable
            let secrets: [String]

            var testDescription: String { "\(type(of: value))" }
        }

        private static let old = "the old s3cr3t of somebody"
        private static let new = "the new s3cr3t of somebody"
        private static let hash = "$scrypt$ln=15,r=8,p=3$s3cr3t$s3cr3t"
        private static let key = "k-s3cr3t"

        private static func carriers() throws -> [Carrier] {
            let password = Password(normalized: old)
            let credentials = Credentials(name: "ada", password: password)
            let change = PasswordChange(old: password, new: Password(normalized: new))
            let (token, digest) = (try #require(SessionToken(hex)), try #require(TokenDigest(hex)))
            let installation = try #require(InstallationKey(key))
            let account = StoredAccount(account: .example, passwordHash: PasswordHash(hash))
            let request = AccountRequest(
                credentials: credentials, device: .example(1), key: installation, network: "192.0.2.1")
            let opened = OpenedSession(
                account: .example, session: Session.example.id, token: token, expiresAt: .example)
            let code = RecoveryCode(randomSource: SeededRandomSource())
            let recovery = AccountRecovery(credentials: credentials, code: code)
            return [
                Carrier(value: code, secrets: [code.reveal()]),
                Carrier(value: recovery, secrets: [old, code.reveal()]),
                Carrier(
                    value: RecoveryRequest(recovery: recovery, network: "192.0.2.1"), secrets: [old, code.reveal()]),
                Carrier(
                    value: IssuedCode(account: .example, code: code, expiresAt: .example), secrets: [code.reveal()]),
                Carrier(
                    value: ConfirmedRequest(proof: Proof(password: password), token: token, network: "192.0.2.1"),
                    secrets: [old, hex]),
                Carrier(value: password, secrets: [old]), Carrier(value: credentials, secrets: [old]),
                Carrier(value: change, secrets: [old, new]), Carrier(value: PasswordHash(hash), secrets: [hash]),
                Carrier(value: token, secrets: [hex]), Carrier(value: digest, secrets: [hex]),
                Carrier(value: installation, secrets: [key]), Carrier(value: opened, secrets: [hex]),
                Carrier(value: SignUpAnswer.opened(opened), secrets: [hex]),
                Carrier(value: LogInAnswer.opened(opened), secrets: [hex]),
                Carrier(value: request, secrets: [old, key]),
                Carrier(
                    value: PasswordRequest(change: change, token: token, network: "192.0.2.1"),
                    secrets: [old, new, hex]),
                Carrier(value: account, secrets: [hash]),
                Carrier(value: AccountRecord.known(account), secrets: [hash]),
                Carrier(
                    value: StoredSession(session: .example, account: Account.example.id, digest: digest),
                    secrets: [hex]),
                Carrier(value: SignUpAttempt(name: .example, key: installation), secrets: [key]),
            ]
        }

        @Test func 秘密を含む値を表示しても_書き出しても_秘密は現れない() throws {
            for carrier in try Self.carriers() {
                var dumped = ""
                dump(carrier.value, to: &dumped)
                let json = String(decoding: try JSONEncoder().encode(carrier.value), as: UTF8.self)
                let wrapped = Optional(carrier.value as Any)
                let texts = [
                    "\(carrier.value)", String(reflecting: carrier.value), "\([carrier.value])", "\(wrapped as Any)",
                    String(reflecting: wrapped), dumped, json,
                ]
                for text in texts {
                    #expect(!text.contains("s3cr3t") && !text.contains(hex), "\(carrier.testDescription): \(text)")
                }
            }
        }

        /// Nothing but the secrets is missing: their recipient gets them.
        @Test func 受け取る人には_秘密も書き出され読み戻せる() throws {
            for carrier in try Self.carriers() {
                let received = try expectRoundTrip(carrier.value)
                #expect(received.sorted() == carrier.secrets.sorted(), "\(carrier.testDescription)")
            }
        }
    }
}

/// Returns the secrets that were written.
private func expectRoundTrip<Value: Codable & Hashable>(_ value: Value) throws -> [String] {
    let secrets = Received()
    let encoder = JSONEncoder()
    let receive: @Sendable (String) -> Void = { secrets.add($0) }
    encoder.userInfo[.secretReceiver] = receive
    try expect(JSONDecoder().decode(Value.self, from: encoder.encode(value)), equals: value)
    return secrets.texts
}

private final class Received: Sendable {
    private let received = Mutex<[String]>([])

    var texts: [String] { received.withLock { $0 } }

    func add(_ text: String) { received.withLock { $0.append(text) } }
}
