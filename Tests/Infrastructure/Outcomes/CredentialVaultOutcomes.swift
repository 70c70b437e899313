import CalearningDomain
import CalearningInfrastructure
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

enum CredentialVaultOutcomes: OutcomeProducer {
    static let port = Port<any CredentialVault>.name
    private static let key = VaultKey(String(repeating: "0f", count: 32))

    static func produce(for outcomes: ProducedOutcomes) async throws {
        let right = SealingVault(key: key)
        for vault in [right, PlainVault()] as [any CredentialVault] {
            try await ask(outcomes.port(\.credentialVault, vault))
        }
        let without = [SealingVault(key: nil), SealingVault(key: key, library: NoCryptography())]
        for vault in without { try? await ask(outcomes.port(\.credentialVault, vault), about: .example) }
        let other = SealingVault(key: VaultKey(String(repeating: "f0", count: 32)))
        let sealed = try await other.seal(.example, of: Account.example.id)
        try? await ask(outcomes.port(\.credentialVault, right), about: sealed)
    }

    private static func ask(_ vault: any CredentialVault, about sealed: SealedSecret? = nil) async throws {
        let account = StoredAccount.example
        let own = try? await vault.seal(.example, of: account.account.id)
        let login = PendingLogin(
            device: .example(1), deviceName: nil,
            endsAt: .example + SecondFactorRules.loginTime)
        let ticket = try? await vault.ticket(for: login, of: account, from: "192.0.2.1")
        for network in ["192.0.2.1", "192.0.2.2"] {
            _ = try? await vault.login(of: ticket ?? .example, of: account, from: network)
        }
        let over = PendingLogin(device: .example(1), deviceName: nil, endsAt: .example)
        if let ticket = try? await vault.ticket(for: over, of: account, from: "") {
            _ = try await vault.login(of: ticket, of: account, from: "")
        }
        for code in try await codes(of: .example) + [.example] {
            _ = try? await vault.step(of: code, under: sealed ?? own ?? .example, of: account.account.id, at: .example)
        }
    }

    /// Returns the code of the key at the time of the examples, and another one.
    private static func codes(of key: TimeCodeKey) async throws -> [TimeCode] {
        let mac = try OpenSSLLibrary().hmacSHA1(
            TimeCodeRules.message(of: TimeCodeRules.step(at: .example)), key: key.bytes)
        return [TimeCodeRules.code(in: mac), TimeCode(typed: "999999")].compactMap(\.self)
    }
}
