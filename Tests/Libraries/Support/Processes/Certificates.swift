import Foundation
import UsecasesEngine
import UsecasesSystem

/// Whether this machine can make certificates.
package let hasOpenSSL = hasProgram("openssl")

package func hasProgram(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
}

/// Makes a certificate, which is its own authority, and its key. Replaces both files.
package func makeCertificate(_ chain: String, key: String, for name: String = "localhost", days: Int = 2) async throws {
    try await openSSL([
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "\(days)", "-subj", "/CN=\(name)",
        "-addext", "subjectAltName=DNS:\(name)", "-keyout", key, "-out", chain,
    ])
}

/// Runs OpenSSL's program. Throws if it fails.
package func openSSL(_ arguments: [String]) async throws {
    let result = try await BoundedProcess(
        command: ["openssl"] + arguments,
        environment: ProcessInfo.processInfo.environment, timeout: .seconds(120), outputLimit: 1 << 16
    ).run()
    guard case .exited(0) = result.ending else { throw NeverHappened(expectation: result.errors, limit: .zero) }
}
