/// The scenes of one course of a use case: an enum whose cases are sentences, `条件_主語は動作`.
///
/// The values that a scene carries have labels, which are their names in reports.
public protocol SceneName: Sendable, Hashable, Codable {}

/// A course without scenes.
extension Never: SceneName {}

extension SceneName {
    /// The sentence alone, without the values that the scene carries.
    public var name: String {
        Mirror(reflecting: self).children.first?.label ?? "\(self)"
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
