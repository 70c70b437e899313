extension String {
    /// The directory that contains the path's last component, as dirname(3) defines it: `.` for a name alone. `nil` if
    /// there is no last component: for the root, and for an empty path.
    ///
    /// Works on bytes, as Foundation's implementation crashes for a path of one character.
    public var parentDirectory: String? {
        let slash = UInt8(ascii: "/")
        let path = utf8.dropLast(while: { $0 == slash })
        guard !path.isEmpty else { return nil }
        guard let last = path.lastIndex(of: slash) else { return "." }
        let directory = path[..<last].dropLast(while: { $0 == slash })
        return directory.isEmpty ? "/" : String(directory)
    }
}

extension String {
    /// Whether the path can name a file: the system treats a NUL as its end, and a replacement character stands for
    /// text that was not valid.
    public var isName: Bool { !unicodeScalars.contains { $0 == "\0" || $0 == "\u{FFFD}" } }
}

extension BidirectionalCollection {
    /// Removes the elements at the end that satisfy the condition.
    fileprivate func dropLast(while isMeant: (Element) -> Bool) -> SubSequence {
        self[..<(lastIndex { !isMeant($0) }.map(index(after:)) ?? startIndex)]
    }
}
