import UsecasesCPostgreSQL
import UsecasesTesting

@testable import CalearningInfrastructure
@testable import Usecases

extension FuzzTarget {
    /// An address reveals no password in any spelling.
    static let databaseAddresses = FuzzTarget(
        name: "database-addresses", sizeLimit: 512,
        check: .now { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            guard let address = try? PostgreSQLAddress(text) else { return }
            let shown = ["\(address)", String(reflecting: address), address.redact("failed: \(text)")]
            let options = options(of: text)
            let words =
                ["user", "host", "hostaddr", "port", "dbname"].compactMap { options[$0] } + ["postgres", "failed"]
            for name in ["password", "sslpassword"] {
                // A short password, or one with special characters, may appear in the text for another reason.
                guard let secret = options[name], secret.utf8.count >= 6, secret.utf8.allSatisfy(\.isUnreserved),
                    !words.contains(where: { $0.contains(secret) })
                else { continue }
                for shown in shown { try promise(!shown.contains(secret), "\(name) is told in \(shown)") }
            }
        })

    private static func options(of text: String) -> [String: String] {
        guard let libpq = try? PostgreSQLLibrary.installed.get().functions,
            let options = libpq.pointee.PQconninfoParse(text, nil)
        else { return [:] }
        defer { libpq.pointee.PQconninfoFree(options) }
        var read: [String: String] = [:]
        var next = options
        while let keyword = next.pointee.keyword {
            if let value = next.pointee.val { read[String(cString: keyword)] = String(cString: value) }
            next += 1
        }
        return read
    }
}
