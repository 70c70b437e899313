public import UsecasesEngine

/// The identity of a scenario within its use case: the sentences of its scenes, and its ending.
public struct ScenarioName: Sendable, Hashable, Codable {
    /// The scenes in order. If a goal was reached, it is the last element.
    package let scenes: [String]
    /// The name of the error's case, if the scenario ended in an error.
    package let failure: String?

    package init(scenes: [String], failure: String?) {
        self.scenes = scenes
        self.failure = failure
    }
}

extension ScenarioName: CustomStringConvertible {
    /// The scenes, joined by arrows. An error follows them after a `✗`.
    public var description: String {
        (scenes + (failure.map { ["✗ " + $0] } ?? [])).joined(separator: " → ")
    }
}

extension Way {
    /// The name of the scenario, or `nil` for a path that was cut off.
    public var scenario: ScenarioName? {
        let passed = scenes.map(\.name)
        return switch ending {
        case .goal(let goal): ScenarioName(scenes: passed + [goal.name], failure: nil)
        case .failure(let error): ScenarioName(scenes: passed, failure: error)
        case .endless: nil
        }
    }
}

extension SceneName {
    /// The names of all scenes of this course, including scenes that no run reaches.
    ///
    /// Cases with associated values come first, because the compiler emits the names in this order. The names are read
    /// from the metadata that reflection uses. The language cannot list the cases of an enum with associated values
    /// (`docs/decisions/0014-declared-scenes.md`).
    package static var declaredNames: [String] {
        // The metadata of an enum contains its kind, then a pointer to its descriptor.
        let metadata = unsafeBitCast(Self.self as Any.Type, to: UnsafeRawPointer.self)
        let kind = metadata.load(as: UInt.self)
        guard kind == enumKind || kind == optionalKind else { return [] }
        let descriptor = metadata.load(fromByteOffset: MemoryLayout<UInt>.stride, as: UnsafeRawPointer.self)
        // The descriptor has flags, parent, name, access function, fields, each of 32 bits. The last four are relative.
        guard let fields = relative(descriptor + 16) else { return [] }
        // The fields begin with type name, superclass, kind and record size in 16 bits each, and count. Records follow.
        let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
        return (0..<count).compactMap { index in
            // A record contains flags, type name, and name.
            relative(fields + 16 + index * size + 8).map {
                sentence(reflected: String(cString: $0.assumingMemoryBound(to: CChar.self)))
            }
        }
    }
}

private let enumKind: UInt = 0x201
private let optionalKind: UInt = 0x202

/// Returns the target of a relative pointer, stored as a distance from its own address, or `nil` for a distance of 0.
private func relative(_ address: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = Int(address.load(as: Int32.self))
    return distance == 0 ? nil : address + distance
}

extension Step: Decodable {
    private enum CodingKeys: CodingKey {
        case course, scene
    }

    /// Decodes the form in recordings. It contains the course, and the scene as it was declared.
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
