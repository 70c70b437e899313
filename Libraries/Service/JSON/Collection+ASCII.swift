#if Server
extension BidirectionalCollection<UInt8> {
    /// Without the spaces and tabs at both ends.
    var trimmingSpace: SubSequence {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
            return self[startIndex..<startIndex]
        }
        return self[first...last]
    }
}

extension Collection<UInt8> {
    /// Only the case of ASCII letters is ignored; a protocol has no other letters.
    public func equalsIgnoringCase(_ text: String) -> Bool {
        count == text.utf8.count && startsIgnoringCase(text)
    }

    func startsIgnoringCase(_ text: String) -> Bool {
        prefix(text.utf8.count).elementsEqual(text.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension UInt8 {
    fileprivate var lowercasedASCII: UInt8 {
        (0x41...0x5A).contains(self) ? self | 0x20 : self
    }
}
#endif
