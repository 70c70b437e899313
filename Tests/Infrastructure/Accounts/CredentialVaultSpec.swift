import CalearningDomain
import CalearningInfrastructure
import Foundation
import Testing
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

private let key = VaultKey(String(repeating: "0f", count: 32))
private let vault = SealingVault(key: key)
private let account = StoredAccount.fixture()
private let id = account.account.id

extension TimeCodeKey {
    fileprivate static func random(_ choices: inout RandomChoices) -> TimeCodeKey {
        TimeCodeKey(randomSource: SeededRandomSource(seed: choices.number(in: 0...UInt64.max)))
    }

    /// Returns the code of the step, by a cryptographic library alone.
    fileprivate func code(of step: Int64) throws -> TimeCode {
        TimeCodeRules.code(in: try OpenSSLLibrary().hmacSHA1(TimeCodeRules.message(of: step), key: bytes))
    }
}

@Suite struct 秘密を封じる金庫 {
    @Test(arguments: [
        (String(repeating: "0f", count: 32), true), ("\n " + String(repeating: "0F", count: 32) + "\n", true),
        (String(repeating: "0f", count: 31), false), (String(repeating: "0f", count: 33), false), ("", false),
        (String(repeating: "0g", count: 32), false),
    ])
    func 鍵は64桁の16進数(text: String, isKey: Bool) {
        #expect((VaultKey(text) != nil) == isKey)
        #expect(VaultKey(text).map { "\($0)" } == (isKey ? Secret.redacted : nil))
    }

    /// The window of the codes, from both sides of its bounds.
    @Test func コードは前後一歩のものだけが合う() async {
        await forAll(100) { choices in
            (
                TimeCodeKey.random(&choices), choices.number(in: Int64(0)...4_000_000_000_000),
                choices.number(in: Int64(-3)...3)
            )
        } holds: { key, milliseconds, distance in
            let now = Timestamp(milliseconds: milliseconds)
            let step = TimeCodeRules.step(at: now) + distance
            let sealed = try await vault.seal(key, of: id)
            let accepted =
                try (-1...1).contains(distance)
                || TimeCodeRules.steps(at: now).contains {
                    // Another step has the same code by chance.
                    try key.code(of: $0) == key.code(of: step)
                }

            let found = try await vault.step(of: key.code(of: step), under: sealed, of: id, at: now)

            try promise(found != nil, is: accepted)
            if let found { try promise(key.code(of: found), is: key.code(of: step)) }
        }
    }

    @Test(.enabled(if: hasProgram("oathtool"), "oathtool computes the codes"))
    func 無作為な千の鍵と時刻で_oathtoolと同じコードになる() async throws {
        var random = SeededRandomSource.unpredictable()
        let cases = (0..<1000).map { _ in
            (
                key: TimeCodeKey(randomSource: SeededRandomSource(seed: random.next())),
                seconds: Int64.random(in: 0...4_000_000_000, using: &random)
            )
        }
        let directory = TemporaryDirectory()
        let lines = cases.map { "oathtool --totp --base32 --now=@\($0.seconds) \($0.key.reveal())" }
        try directory.write(lines.joined(separator: "\n") + "\n", to: "codes.sh")

        let result = try await ProgramProcess(["sh", directory.path + "/codes.sh"], program: "/usr/bin/env").run()

        let codes = try cases.map { try $0.key.code(of: $0.seconds / 30).reveal() }
        #expect(result.output.split(separator: "\n").map(String.init) == codes, random.comment)
    }

    @Test func 封じた鍵はほかのアカウントでもほかの金庫でも使えない() async throws {
        let sealed = try await vault.seal(.example, of: id)
        let code = try TimeCodeKey.example.code(of: TimeCodeRules.step(at: .example))
        let other = SealingVault(key: VaultKey(String(repeating: "f0", count: 32)))

        try await expect(
            vault.step(of: code, under: sealed, of: id, at: .example), equals: TimeCodeRules.step(at: .example))
        for (vault, id) in [(vault, UUIDv7.fixture(9)), (other, id)] {
            await #expect(throws: ErrorWrapper.self) {
                try await vault.step(of: code, under: sealed, of: id, at: .example)
            }
        }
        #expect(!sealed.reveal().contains(TimeCodeKey.example.bytes.hexadecimal))
        try await #expect(vault.seal(.example, of: id) != sealed)
    }

    @Test func 鍵がなければ_どの操作もそう伝える() async throws {
        let none = SealingVault(key: nil)
        let login = PendingLogin(device: .example(1), deviceName: nil, endsAt: .example)
        let works: [() async throws -> Void] = [
            { _ = try await none.seal(.example, of: id) },
            { _ = try await none.step(of: .example, under: .example, of: id, at: .example) },
            { _ = try await none.ticket(for: login, of: account, from: "") },
            { _ = try await none.login(of: .example, of: account, from: "") },
        ]
        for work in works {
            let error = await #expect(throws: ErrorWrapper.self) { try await work() }
            #expect(error?.name == ErrorWrapper.system(error: .鍵がありません).name)
        }
    }

    @Test(arguments: [vault, PlainVault()] as [any CredentialVault])
    func チケットは同じパスワードと同じネットワークでだけ開く(vault: any CredentialVault) async throws {
        for name in [nil, DeviceName.fixture(), DeviceName(String(repeating: "端", count: DeviceName.limit))] {
            let device = try #require(UDID(String(repeating: "u", count: 128)))
            let login = PendingLogin(device: device, deviceName: name, endsAt: .example)
            let ticket = try await vault.ticket(for: login, of: account, from: "192.0.2.1")
            let text = ticket.reveal()

            try await expect(vault.login(of: ticket, of: account, from: "192.0.2.1"), equals: login)
            #expect(LoginTicket(text) == ticket)
            try await expect(vault.login(of: ticket, of: account, from: "192.0.2.2"), equals: nil)
            try await expect(vault.login(of: ticket, of: .fixture(hash: "another"), from: "192.0.2.1"), equals: nil)
            try await expect(vault.login(of: ticket, of: .fixture(2), from: "192.0.2.1"), equals: nil)
        }
    }

    /// The tag of the cipher covers each byte.
    @Test func 一文字でも違うチケットは開かない() async throws {
        let login = PendingLogin(device: .example(1), deviceName: nil, endsAt: .example)
        let ticket = try await vault.ticket(for: login, of: account, from: "")
        let digits = Array(ticket.sealed.reveal())
        for index in digits.indices {
            var changed = digits
            changed[index] = digits[index] == "0" ? "1" : "0"
            let sealed = try #require(SealedSecret(String(changed)))
            try await expect(
                vault.login(of: LoginTicket(name: ticket.name, sealed: sealed), of: account, from: ""), equals: nil)
        }
        for length in [0, 2, 24, 54, digits.count - 2] {
            guard let sealed = SealedSecret(String(digits.prefix(length))) else { continue }
            try await expect(
                vault.login(of: LoginTicket(name: ticket.name, sealed: sealed), of: account, from: ""), equals: nil)
        }
    }
}
