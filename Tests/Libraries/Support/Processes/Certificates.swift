import Foundation

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
    let result = try await ProgramProcess(["openssl"] + arguments, program: "/usr/bin/env").run()
    guard result.status == 0, !result.isKilled else { throw NeverHappened(expectation: result.errors, limit: .zero) }
}
