/// The operation of a port that is called, and the arguments of the call.
public struct PortCallName: Sendable, Hashable, Codable {
    /// The protocol of the port, such as `DataStore`.
    public let port: String
    /// As Swift writes a method's name, such as `get(_:orSave:)`.
    public let operation: String
    /// The arguments as text, in order, without secrets.
    public let arguments: [String]

    /// `port` is the name of the protocol, `operation` that of the method; `arguments` are texts, in order.
    public init(port: String, operation: String, arguments: [String]) {
        self.port = port
        self.operation = operation
        self.arguments = arguments
    }

    /// Whether `text` can denote this call: `DataStore.get`, `DataStore.get(udid)`, `DataStore.get(_:)`, or the whole
    /// of ``description``.
    public func isMeant(by text: String) -> Bool {
        let method = operation.prefix { $0 != "(" }
        let beginnings = ["\(port).\(method)", "\(port).\(operation)", description]
        return beginnings.contains(text) || arguments.first.map { "\(port).\(method)(\($0))" } == text
    }
}

extension PortCallName: CustomStringConvertible {
    /// Written like a call on one line: `DataStore.get(udid, orSave: 0198…)`.
    public var description: String {
        let method = operation.prefix { $0 != "(" }
        let labels = operation.dropFirst(method.count + 1).dropLast().split(separator: ":")
        let list = zip(labels, arguments).map { label, argument in
            label == "_" ? argument.onOneLine : "\(label): \(argument.onOneLine)"
        }
        return "\(port).\(method)(\(list.joined(separator: ", ")))"
    }
}
