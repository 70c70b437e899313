/// The kind of content that could not be read or written. An application declares its own kinds, with sentences for the
/// user.
///
/// The name identifies the kind. A recording contains only the name, so a replay has the general sentences for the kinds
/// of an application.
public struct StoreContent: Sendable {
    /// The sentences of a kind. Each is `nil` for the general one. They are shared, because every call of a port reserves
    /// memory for an error.
    package final class Advice: Sendable {
        /// The advice for a different location.
        package let otherwise: Sentence?
        /// The consequence of a failed write.
        package let unwritten: Sentence?
        /// The noun after “Damaged, or no”, or `nil` for content that only this program writes.
        package let noun: Sentence?
        /// The advice for damaged content.
        package let repair: Sentence?
        /// The beginning of the message about content of a later version.
        package let newer: Sentence?
        /// The advice for content of a later version.
        package let upgrade: Sentence?

        init(
            _ otherwise: Sentence?, _ unwritten: Sentence?, _ noun: Sentence?, _ repair: Sentence?, _ newer: Sentence?,
            _ upgrade: Sentence?
        ) {
            (self.otherwise, self.unwritten, self.noun) = (otherwise, unwritten, noun)
            (self.repair, self.newer, self.upgrade) = (repair, newer, upgrade)
        }
    }

    /// The key of the location in the arguments of an error.
    public let name: String
    package let advice: Advice

    /// Creates a kind. Every sentence has a general default.
    ///
    /// `otherwise` is the advice for a different location, `unwritten` the consequence of a failed write, and `repair`
    /// the advice for damaged content. `noun` names the content if other programs write it, too. `newer` begins the
    /// message about content of a later version, and `upgrade` is the advice for it.
    public init(
        _ name: String, otherwise: Sentence? = nil, unwritten: Sentence? = nil, noun: Sentence? = nil,
        repair: Sentence? = nil, newer: Sentence? = nil, upgrade: Sentence? = nil
    ) {
        self.name = name
        advice = Advice(otherwise, unwritten, noun, repair, newer, upgrade)
    }
}

extension StoreContent {
    /// A file in the state directory.
    public static let state = StoreContent("file")
    /// A recording of runs.
    public static let recording = StoreContent("recording")
    /// The states that killed runs left, and their list.
    public static let leftovers = StoreContent("leftovers")
    /// The scenarios that specs covered.
    public static let coverage = StoreContent("coverage")
}

extension StoreContent: Hashable {
    /// Returns whether both have the same name.
    public static func == (left: StoreContent, right: StoreContent) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension StoreContent: Codable {
    /// Decodes a kind from its name.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
