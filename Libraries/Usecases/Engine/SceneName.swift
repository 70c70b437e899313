/// The scenes of one course of a use case: an enum whose cases are sentences, such as `条件_主語は動作` or a raw
/// identifier in English.
///
/// The values that a scene carries have labels, which are their names in reports.
public protocol SceneName: Sendable, Hashable, Codable {}

/// A course without scenes.
extension Never: SceneName {}

extension SceneName {
    /// The sentence alone, without the values that the scene carries.
    public var name: String {
        Self.sentence(reflected: Mirror(reflecting: self).children.first?.label ?? "\(self)")
    }

    /// The sentence of a case as reflection knows it: a raw identifier has its backticks there, and spaces that do not break.
    package static func sentence(reflected name: String) -> String {
        guard name.hasPrefix("`") else { return name }
        return String(name.dropFirst().dropLast().map { $0 == "\u{A0}" ? " " : $0 })
    }

    /// The values that the scene carries, by their labels.
    public var values: [String: any Encodable] {
        guard let carried = Mirror(reflecting: self).children.first?.value else { return [:] }
        var values: [String: any Encodable] = [:]
        for case (let label?, let value as any Encodable) in Mirror(reflecting: carried).children {
            values[label] = value
        }
        return values
    }
}
