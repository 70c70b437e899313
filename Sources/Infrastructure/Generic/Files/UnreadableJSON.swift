import Foundation

/// Why a text is not the JSON that was expected, in a line.
package struct UnreadableJSON: Error, Hashable, CustomStringConvertible {
    package let description: String

    /// In the place of what the decoder throws, whose own description is a dump; any other error stays itself.
    static func told(_ error: any Error) -> any Error { error is DecodingError ? UnreadableJSON(error) : error }

    package init(_ error: any Error) {
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
