/// A recorded port call with its outcome.
package struct PortCall<Value: Codable & Sendable>: Sendable, Codable {
    package let run: UUIDv7
    /// The number of the call within the run, counted from 1.
    package let ordinal: Int
    /// The name of the current scene, or `nil` before the first one.
    package let scene: String?
    package let port: String
    package let operation: String
    package let arguments: [String]
    package let outcome: PortOutcome<Value>

    package init(run: UUIDv7, ordinal: Int, scene: String?, call: PortCallName, outcome: PortOutcome<Value>) {
        self.run = run
        self.ordinal = ordinal
        self.scene = scene
        port = call.port
        operation = call.operation
        arguments = call.arguments
        self.outcome = outcome
    }
}

/// The outcome of a call.
package enum PortOutcome<Value: Codable & Sendable>: Sendable {
    case returned(Value)
    case threw(ErrorWrapper)

    package init(_ result: Result<Value, ErrorWrapper>) {
        switch result {
        case .success(let value): self = .returned(value)
        case .failure(let error): self = .threw(error)
        }
    }

    package func get() throws(ErrorWrapper) -> Value {
        switch self {
        case .returned(let value): return value
        case .threw(let error): throw error
        }
    }
}

extension PortOutcome: Codable {
    private enum CodingKeys: CodingKey {
        case returned, threw
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let error = try container.decodeIfPresent(ErrorWrapper.self, forKey: .threw) {
            self = .threw(error)
        } else {
            self = .returned(try container.decode(Value.self, forKey: .returned))
        }
    }

    /// Encodes the value as `returned`, or the error as `threw`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .returned(let value): try container.encode(value, forKey: .returned)
        case .threw(let error): try container.encode(error, forKey: .threw)
        }
    }
}

/// The operation of a port call, and the arguments of the call.
public struct PortCallName: Sendable, Hashable, Codable {
    /// The protocol of the port, such as `DataStore`.
    public let port: String
    /// The method in Swift's notation, such as `get(_:orSave:)`.
    public let operation: String
    /// The arguments as text, in order, without secrets.
    public let arguments: [String]

    /// Creates a name from the names of the protocol and the method, and the arguments as texts, in order.
    public init(port: String, operation: String, arguments: [String]) {
        self.port = port
        self.operation = operation
        self.arguments = arguments
    }

    /// Returns whether `text` can denote this call. Accepts `DataStore.get`, `DataStore.get(udid)`,
    /// `DataStore.get(_:)`, or the whole ``description``.
    public func isMeant(by text: String) -> Bool {
        let method = operation.prefix { $0 != "(" }
        let beginnings = ["\(port).\(method)", "\(port).\(operation)", description]
        return beginnings.contains(text) || arguments.first.map { "\(port).\(method)(\($0))" } == text
    }
}

extension PortCallName: CustomStringConvertible {
    /// The call on one line, such as `DataStore.get(udid, orSave: 0198…)`.
    public var description: String {
        let method = operation.prefix { $0 != "(" }
        let labels = operation.dropFirst(method.count + 1).dropLast().split(separator: ":")
        let list = zip(labels, arguments).map { label, argument in
            label == "_" ? argument.onOneLine : "\(label): \(argument.onOneLine)"
        }
        return "\(port).\(method)(\(list.joined(separator: ", ")))"
    }
}

extension PortCallName {
    /// The operation without arguments, such as `DataStore.get(_:orSave:)`.
    package var operationName: String { "\(port).\(operation)" }
}

/// The part of a use case that a scene belongs to.
public enum Course: String, Sendable, Hashable, Codable, CaseIterable {
    /// The basic course, where everything succeeds.
    case basic
    /// An alternative to the basic course.
    case alternative
    /// The end of the use case.
    case goal

    /// The word for the course in a table.
    public var word: Sentence {
        switch self {
        case .basic: Sentence(en: "basic", ja: "基本")
        case .alternative: Sentence(en: "alternative", ja: "代替")
        case .goal: Sentence(en: "goal", ja: "ゴール")
        }
    }
}
