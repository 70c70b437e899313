import Foundation
import Synchronization

/// A port with its operations and its adapters, as the sources declare them.
package struct DeclaredPort: Sendable {
    package let name: String
    /// The operations that can fail.
    package let operations: Set<String>
    /// The adapters in this build.
    package let adapters: Set<String>

    private static let known = Mutex<[String: [DeclaredPort]]>([:])

    /// All ports with operations of the libraries and the application, without the ports whose adapters exist only in
    /// other builds. The sources are read once.
    package static func all(in application: String = "Sources") throws -> [DeclaredPort] {
        try known.withLock { known in
            let ports = try known[application] ?? read(application)
            known[application] = ports
            return ports
        }
    }

    private static func read(_ application: String) throws -> [DeclaredPort] {
        let types = try ["Libraries", application].flatMap { try Repository.files(under: $0) }
            // Specs use these files to replace adapters.
            .filter { !$0.hasPrefix("Libraries/Testing/") }
            .flatMap { DeclaredType.all(in: try Repository.text(of: $0)) }
        return try ["Libraries/Engine/Ports", application + "/Domain"]
            .flatMap { try Repository.files(under: $0) }
            .compactMap { path in
                let text = try Repository.text(of: path)
                guard let match = text.firstMatch(of: #/extension Port: (?:\w+, )*(\w+) where/#) else { return nil }
                let type = String(match.1)
                let (operations, adapters) = (operations(in: text), adapters(of: type, among: types))
                let isElsewhere = !adapters.isEmpty && !adapters.contains(where: \.isInThisBuild)
                guard !operations.isEmpty, !isElsewhere else { return nil }
                let names = adapters.filter(\.isInThisBuild).map(\.name)
                return DeclaredPort(name: type, operations: operations, adapters: Set(names))
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

    /// The types that conform to the port, or to a protocol that refines it in any number of steps, besides the port.
    private static func adapters(of port: String, among types: [DeclaredType]) -> [DeclaredType] {
        var protocols: Set = [port]
        while true {
            let refining = types.filter { $0.isProtocol && !$0.conformances.isDisjoint(with: protocols) }.map(\.name)
            guard !protocols.isSuperset(of: refining) else { break }
            protocols.formUnion(refining)
        }
        return types.filter {
            !$0.isProtocol && $0.name != "Port" && !$0.conformances.isDisjoint(with: protocols)
        }
    }
}

/// A type, or an extension of one, that is not private and conforms to protocols.
private struct DeclaredType {
    let name: String
    let isProtocol: Bool
    let conformances: Set<String>
    let isInThisBuild: Bool

    static func all(in text: String) -> [DeclaredType] {
        // A file that belongs to a trait is wrapped in it whole.
        let isInThisBuild = text.prefixMatch(of: #/[#]if (\w+)\n/#).map { $0.1 != "Server" || hasService } ?? true
        let declaration =
            #/
            (?m) ^ (?:(?:package|public)\ )? (?:final\ )?
            (protocol|struct|class|actor|enum|extension) \ (\w+) (?:<[^>]*>)? : \ ([^{]+) \{
            /#
        return text.matches(of: declaration).map { match in
            let conformances = match.3.split { $0 == "," || $0 == "&" }
                .compactMap { $0.split(whereSeparator: \.isWhitespace).first.map { String($0) } }
            return DeclaredType(
                name: String(match.2), isProtocol: match.1 == "protocol", conformances: Set(conformances),
                isInThisBuild: isInThisBuild)
        }
    }
}
