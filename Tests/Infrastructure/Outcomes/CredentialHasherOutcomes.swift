import CalearningDomain
import CalearningInfrastructure
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

enum CredentialHasherOutcomes: OutcomeProducer {
    static let port = Port<any CredentialHasher>.name

    static func produce(for outcomes: ProducedOutcomes) async throws {
        for hasher in [PlainHasher(), scrypt()] as [any CredentialHasher] + measured {
            let port = outcomes.port(\.credentialHasher, hasher)
            await ask(port, about: try await port.hash(.example))
        }
        let weak = try await scrypt(.fixture(roundsExponent: 3)).hash(.example)
        await ask(outcomes.port(\.credentialHasher, scrypt()), about: weak)
        await ask(outcomes.port(\.credentialHasher, scrypt()), about: PasswordHash("$another$form"))
        await ask(outcomes.port(\.credentialHasher, scrypt(library: NoCryptography())), about: weak)
        let library = GatedCryptography()
        let busy = scrypt(library: library)
        async let hash = busy.hash(.example)
        try await eventually("a password is hashed") { library.calls.count == 1 }
        await ask(outcomes.port(\.credentialHasher, busy), about: weak)
        library.letThrough(1)
        _ = try await hash
    }

    private static func scrypt(
        _ parameters: ScryptParameters = .fixture(), library: any CryptographicLibrary = OpenSSLLibrary()
    ) -> ScryptHasher {
        ScryptHasher(randomSource: SeededRandomSource(), parameters: parameters, threads: 1, library: library)
    }

    private static func ask(_ hasher: any CredentialHasher, about hash: PasswordHash) async {
        _ = try? await hasher.hash(.example)
        _ = try? await hasher.compare(.example, with: hash)
        _ = try? await hasher.compare(Password(normalized: "another"), with: hash)
        _ = try? await hasher.compare(.example, with: nil)
        _ = try? await hasher.digest(of: SessionToken.example.secret)
        _ = try? await hasher.digests(of: [RecoveryCode.example.secret])
    }
}

#if Server
extension CredentialHasherOutcomes {
    private static var measured: [any CredentialHasher] {
        [MeasuredHasher(scrypt(), clock: ManualClock(), metrics: RecordedMetrics())]
    }
}
#else
extension CredentialHasherOutcomes {
    private static var measured: [any CredentialHasher] { [] }
}
#endif
