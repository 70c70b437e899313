import Foundation

/// Any JSON value as read by Foundation, for inspection.
struct JSONValue {
    private let value: Any

    init(_ data: Data) throws {
        value = try JSONSerialization.jsonObject(with: data)
    }

    private init(value: Any) {
        self.value = value
    }

    subscript(name: String) -> JSONValue? { (value as? [String: Any])?[name].map(JSONValue.init(value:)) }

    var string: String? { value as? String }
    var number: Double? { (value as? NSNumber)?.doubleValue }
    var array: [JSONValue]? { (value as? [Any])?.map(JSONValue.init(value:)) }
}
