extension String {
    /// The directory in which a path names something, as dirname(3) says it: `.` for a name alone. `nil` where it names
    /// nothing: for the root, and for a path without a name.
    ///
    /// By the bytes: Foundation's way ends the process with a path of one character.
    var parentDirectory: String? {
        let slash = UInt8(ascii: "/")
        let path = utf8.dropLast(while: { $0 == slash })
        guard !path.isEmpty else { return nil }
        guard let last = path.lastIndex(of: slash) else { return "." }
        let directory = path[..<last].dropLast(while: { $0 == slash })
        return directory.isEmpty ? "/" : String(directory)
    }
}

extension String {
    /// Whether it leads to what it names: the system takes a NUL for its end, and a replacement character stands for what was
    /// no text.
    var isName: Bool { !unicodeScalars.contains { $0 == "\0" || $0 == "\u{FFFD}" } }
}

extension BidirectionalCollection {
    /// Without those at its end that are meant.
    fileprivate func dropLast(while isMeant: (Element) -> Bool) -> SubSequence {
        self[..<(lastIndex { !isMeant($0) }.map(index(after:)) ?? startIndex)]
    }
}
