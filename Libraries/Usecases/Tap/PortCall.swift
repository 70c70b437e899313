/// A call through a port together with its outcome, as it is recorded.
package struct PortCall<Value: Codable & Sendable>: Sendable, Codable {
    package let run: UUIDv7
    /// Counted from 1 within the run.
    package let ordinal: Int
    /// The name of the scene that was playing; `nil` before the first one.
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
