#if Server
/// A path of the service. A segment in braces stands for any one segment, of visible characters, up to a bound.
struct PathTemplate: Sendable {
    /// The longest segment that braces stand for, in bytes.
    private static let segmentLimit = 64

    let text: String
    /// `nil` if it stands for itself alone.
    private let segments: [Substring]?

    init(_ text: String) {
        self.text = text
        segments = text.contains("{") ? text.split(separator: "/", omittingEmptySubsequences: false) : nil
    }

    /// In one spelling only, byte for byte.
    func matches(_ path: String) -> Bool {
        guard let segments else { return text.utf8.elementsEqual(path.utf8) }
        guard path.utf8.count <= text.utf8.count + Self.segmentLimit * segments.count else { return false }
        let given = path.split(separator: "/", omittingEmptySubsequences: false)
        return given.count == segments.count
            && zip(given, segments).allSatisfy { given, segment in
                guard segment.hasPrefix("{") else { return segment.utf8.elementsEqual(given.utf8) }
                return (1...Self.segmentLimit).contains(given.utf8.count)
                    && given.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            }
    }
}
#endif
