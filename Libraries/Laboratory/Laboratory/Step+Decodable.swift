public import Usecases

extension Step: Decodable {
    private enum CodingKeys: CodingKey {
        case course, scene
    }

    /// Decodes the form that recordings have: the course, and the scene as it was declared.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Course.self, forKey: .course) {
        case .basic: self = .basic(try container.decode(U.Basics.self, forKey: .scene))
        case .alternative: self = .alternate(try container.decode(U.Alternatives.self, forKey: .scene))
        case .goal:
            throw DecodingError.dataCorruptedError(
                forKey: .course, in: container, debugDescription: "no run begins with a goal")
        }
    }
}
