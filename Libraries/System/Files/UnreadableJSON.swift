import Foundation

/// Describes in one line why a text is not the expected JSON.
public struct UnreadableJSON: Error, Hashable, CustomStringConvertible {
    /// The reason in one line.
    public let description: String

    /// Replaces the decoder's errors, whose own description is a dump; any other error is returned unchanged.
    public static func told(_ error: any Error) -> any Error { error is DecodingError ? UnreadableJSON(error) : error }

    /// Takes the reason from a `DecodingError`; of any other error, it names the type alone.
    public init(_ error: any Error) {
        description = (error as? DecodingError)?.reason ?? "it cannot be read as JSON (\(type(of: error)))"
    }
}

extension DecodingError {
    fileprivate var reason: String {
        switch self {
        case .keyNotFound(let key, let context): "there is no '\(key.stringValue)'\(context.place)"
        case .valueNotFound(_, let context): "there is null where a value is expected\(context.place)"
        case .typeMismatch(let type, let context): "there is no \(type)\(context.place)"
        case .dataCorrupted(let context) where context.underlyingError != nil || context.codingPath.isEmpty:
            "it is no JSON, or not all of it"
        case .dataCorrupted(let context): "\(context.debugDescription)\(context.place)"
        @unknown default: "it cannot be read as JSON"
        }
    }
}

extension DecodingError.Context {
    fileprivate var place: String {
        codingPath.isEmpty ? "" : " at '\(codingPath.map(\.stringValue).joined(separator: "."))'"
    }
}
