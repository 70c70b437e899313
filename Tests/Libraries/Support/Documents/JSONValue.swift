package import Foundation

/// Any JSON value as read by Foundation, for inspection.
package struct JSONValue {
    private let value: Any

    package init(_ data: Data) throws {
        value = try JSONSerialization.jsonObject(with: data)
    }

    private init(value: Any) {
        self.value = value
    }

    package subscript(name: String) -> JSONValue? { (value as? [String: Any])?[name].map(JSONValue.init(value:)) }

    package var string: String? { value as? String }
    package var number: Double? { (value as? NSNumber)?.doubleValue }
    package var array: [JSONValue]? { (value as? [Any])?.map(JSONValue.init(value:)) }
}
