import UsecasesEngine

/// The name of a device for its owner, such as “Firefox on Linux”. It has 1 to 64 characters, no white space at its ends,
/// and none that controls a display or is part of another line.
package struct DeviceName: Sendable, Hashable {
    /// The maximum length in Unicode scalars.
    package static let limit = 64
    /// The number of Unicode scalars of an automatic name that are read.
    private static let readLimit = 1000

    package let rawValue: String

    init(unchecked rawValue: String) { self.rawValue = rawValue }

    /// Reads a typed name, without the white space at its ends. Returns `nil` if the rest is not a name.
    package init?(_ text: String) {
        let scalars = text.unicodeScalars.trimmed
        guard scalars.dropFirst(Self.limit).isEmpty, !scalars.contains(where: \.commandsDisplays),
            scalars.contains(where: { !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint })
        else { return nil }
        rawValue = String(scalars)
    }

    /// Creates a name from the text of a program, such as the name of a host. Removes invalid characters, and cuts a long
    /// text. Returns `nil` if nothing is left.
    package init?(automatic text: String) {
        let valid = text.unicodeScalars.prefix(Self.readLimit).filter { !$0.commandsDisplays }
        var name = String.UnicodeScalarView()
        // A character that consists of several scalars stays whole.
        for character in String(String.UnicodeScalarView(valid.trimmed)) {
            guard name.count + character.unicodeScalars.count <= Self.limit else { break }
            name += character.unicodeScalars
        }
        self.init(String(name))
    }
}

extension DeviceName: TextCodable {
    package static var rule: String { "the name of a device has 1 to \(limit) visible characters" }
    package var description: String { rawValue }
}

extension BidirectionalCollection where Element == Unicode.Scalar {
    fileprivate var trimmed: SubSequence {
        let start = drop { $0.properties.isWhitespace }
        return start.lastIndex { !$0.properties.isWhitespace }.map { start[...$0] } ?? start
    }
}
