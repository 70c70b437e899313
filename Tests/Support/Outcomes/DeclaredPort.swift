import Foundation

/// A port with its operations and its adapters, as the sources declare them.
struct DeclaredPort: Sendable {
    let name: String
    /// The operations that can fail.
    let operations: Set<String>
    /// The adapters in this build.
    let adapters: Set<String>

    /// All ports with operations of the libraries and the application, without the ports whose adapters exist only in
    /// other builds.
    static func all(in application: String = "Sources") throws -> [DeclaredPort] {
        let sources = try ["Libraries", application].flatMap { try Repository.files(under: $0) }
            // Specs use these files to replace adapters.
            .filter { !$0.hasPrefix("Libraries/Testing/") }
        let texts = try sources.map { try Repository.text(of: $0) }
        let here = texts.filter(isInThisBuild)
        return try ["Libraries/Usecases/Ports", application + "/Domain"]
            .flatMap { try Repository.files(under: $0) }
            .compactMap { path in
                let text = try Repository.text(of: path)
                guard let match = text.firstMatch(of: #/extension Port: (?:\w+, )*(\w+) where/#) else { return nil }
                let type = String(match.1)
                let (operations, adapters) = (operations(in: text), adapters(of: type, in: here))
                let isElsewhere = adapters.isEmpty && !self.adapters(of: type, in: texts).isEmpty
                guard !operations.isEmpty, !isElsewhere else { return nil }
                return DeclaredPort(name: type, operations: operations, adapters: adapters)
            }
    }

    private static func operations(in text: String) -> Set<String> {
        let constants = text.matches(of: #/static var (\w+): OperationName \{ "([^"]+)" \}/#).map { ($0.1, $0.2) }
        let names = Dictionary(uniqueKeysWithValues: constants)
        return Set(
            text.matches(of: #/await call\(\s*(?:"([^"]+)"|Self\.(\w+))/#).map { match in
                match.1.map { String($0) } ?? match.2.flatMap { names[$0] }.map { String($0) } ?? "\(match.0)"
            })
    }

    /// The types that conform to the port, or to a protocol that refines it, besides private ones and the port itself.
    private static func adapters(of port: String, in texts: [String]) -> Set<String> {
        let refining = texts.flatMap {
            types(in: $0, declaredBy: #/(?m)^(?:(?:package|public) )?protocol (\w+): ([^{]+)\{/#, conformingTo: [port])
        }
        let adapter = #/(?m)^(?:(?:package|public) )?(?:final )?(?:struct|class|actor|enum|extension) (\w+): ([^{]+)\{/#
        return Set(texts.flatMap { types(in: $0, declaredBy: adapter, conformingTo: [port] + refining) })
            .subtracting(["Port"])
    }

    private static func types(
        in text: String, declaredBy declaration: Regex<(Substring, Substring, Substring)>,
        conformingTo protocols: [String]
    ) -> [String] {
        text.matches(of: declaration).compactMap { match in
            let conformances = match.2.split { $0 == "," || $0 == "&" }
                .compactMap { $0.split(whereSeparator: \.isWhitespace).first.map { String($0) } }
            return conformances.contains(where: protocols.contains) ? String(match.1) : nil
        }
    }

    /// A file that belongs to a trait is wrapped in it whole.
    private static func isInThisBuild(_ text: String) -> Bool {
        text.prefixMatch(of: #/[#]if (\w+)\n/#).map { $0.1 != "Server" || hasService } ?? true
    }
}
