import UsecasesCPostgreSQL
import UsecasesTesting

@testable import CalearningInfrastructure
@testable import UsecasesEngine
@testable import UsecasesSystem
@testable import UsecasesTerminal

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

    /// A stored hash has one spelling, and parameters within their bounds.
    static let hashes = FuzzTarget(
        name: "hashes", sizeLimit: 256,
        check: .now { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            guard let hash = ScryptHash(text) else { return }
            try promise(hash.text.utf8.elementsEqual(text.utf8), "it is written as it was read: \(hash.text)")
            let parameters = hash.parameters
            try promise(
                ScryptParameters(
                    roundsExponent: parameters.roundsExponent, blockSize: parameters.blockSize,
                    parallelism: parameters.parallelism) == parameters,
                "its parameters are within their bounds: \(parameters)")
        })

    /// A terminal produces at most one key for each byte, and no control characters. Displayed text has its expected
    /// width.
    static let keys = FuzzTarget(
        name: "keys", sizeLimit: 4096,
        check: .now { bytes in
            let keys = DisplayEvent.Key.keys(in: bytes)
            try promise(keys.count <= bytes.count, "a key takes a byte")
            for key in keys {
                guard case .character(let character) = key else { continue }
                try promise(!["\u{1B}", "\r", "\n", "\u{4}"].contains(character), "a control is no character")
            }
            let text = String(decoding: bytes, as: UTF8.self)
            for line in text.wrapped(to: 20) { try promise(line.columns <= 20, "a line has its width") }
            try promise(text.printable.truncated(to: 20).columns <= 20, "what is cut has its width")
            try promise(!text.printable.unicodeScalars.contains("\u{1B}"), "no escape is printed")
        })
}
