#if Server
import Logging
import Tracing

extension SpanAttributes {
    /// The attributes as a dictionary.
    var metadata: Logger.MetadataValue {
        var members: Logger.Metadata = [:]
        forEach { members[$0] = $1.metadata }
        return .dictionary(members)
    }
}

extension SpanAttribute {
    fileprivate var metadata: Logger.MetadataValue {
        switch self {
        case .int32(let value): .stringConvertible(value)
        case .int64(let value): .stringConvertible(value)
        case .double(let value): .stringConvertible(value)
        case .bool(let value): .stringConvertible(value)
        case .string(let value): .string(value)
        case .stringConvertible(let value): .stringConvertible(value)
        case .int32Array(let values): .array(values.map { .stringConvertible($0) })
        case .int64Array(let values): .array(values.map { .stringConvertible($0) })
        case .doubleArray(let values): .array(values.map { .stringConvertible($0) })
        case .boolArray(let values): .array(values.map { .stringConvertible($0) })
        case .stringArray(let values): .array(values.map { .string($0) })
        case .stringConvertibleArray(let values): .array(values.map { .stringConvertible($0) })
        // The library reserves a case without a value, so that it can add others.
        default: .string("\(self)")
        }
    }
}
#endif
