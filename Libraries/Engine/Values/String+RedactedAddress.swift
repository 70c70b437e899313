extension String {
    /// A URL for display: its scheme, host, port and path. ``Secret/redacted`` replaces the user, the query and the
    /// fragment, which can contain passwords and tokens.
    ///
    /// A password with an unescaped `/` or `?` looks like a port, a path or a query. So everything up to the last `@` of
    /// the text is replaced, unless the text begins with a host and has no `@` before its query.
    package var redactedAddress: String {
        let parts = addressParts
        let user = parts.user.isEmpty ? "" : "\(Secret.redacted)@"
        return parts.scheme + user + parts.place + (parts.tail.first.map { "\($0)\(Secret.redacted)" } ?? "")
    }

    /// The text with the ``redactedAddress`` instead of each URL in it.
    package var redactingAddresses: String {
        replacing(Self.addresses) { Self($0.output).redactedAddress }
    }

    /// The parts of a URL that ``redactedAddress`` replaces, as a whole and in pieces, because other texts may repeat them. Short
    /// pieces also occur in texts for other reasons, and are omitted.
    package var secretsOfAddress: [String] {
        let parts = addressParts
        let wholes = [parts.user, Self(parts.tail.dropFirst())]
        let pieces = wholes.flatMap { $0.split { ":&;=?#".contains($0) } }.map { Self($0) }
        return wholes.filter { $0.count >= 4 } + pieces.filter { $0.count >= 8 }
    }

    /// The parts of a URL in their order. An `@` between `user` and `place` is omitted. `tail` begins with `?` or `#`.
    private var addressParts: (scheme: String, user: String, place: String, tail: String) {
        let start = unicodeScalars[startOfAuthority...]
        let path = start.prefix { !$0.beginsTail }
        let hasUser = path.contains("@") || !Self(path.prefix { !$0.isSlash }).isHostWithPort
        let at = hasUser ? start.lastIndex(of: "@") : nil
        let rest = at.map { start[$0...].dropFirst() } ?? start
        let place = rest.prefix { !$0.beginsTail }
        return (
            Self(unicodeScalars[..<start.startIndex]), at.map { Self(start[..<$0]) } ?? "", Self(place),
            Self(rest[place.endIndex...])
        )
    }

    /// The index after `//`, or the first one if the text has no scheme.
    private var startOfAuthority: Index {
        let scheme = unicodeScalars.prefix { $0.isPartOfScheme }
        var rest = unicodeScalars[scheme.endIndex...]
        if !scheme.isEmpty, rest.popFirst() != ":" { return startIndex }
        let slashes = rest.prefix(2)
        return slashes.count == 2 && slashes.allSatisfy(\.isSlash) ? slashes.endIndex : startIndex
    }

    private var isHostWithPort: Bool {
        wholeMatch(of: #/(?:\[[^\[\]@]*\]|[^:\[\]@]*)(?::[0-9]+)?/#) != nil
    }

    /// The scheme has a bound, because the search would otherwise take the square of the length of a word. A longer one
    /// stays in front of the address.
    private static var addresses: Regex<Substring> {
        #/(?:[A-Za-z][A-Za-z0-9+.\-]{0,31}:)?[\/\\]{2}[^\s<>"'`]+/#.matchingSemantics(.unicodeScalar)
    }
}

extension Unicode.Scalar {
    fileprivate var beginsTail: Bool { self == "?" || self == "#" }
    fileprivate var isSlash: Bool { self == "/" || self == "\\" }

    fileprivate var isPartOfScheme: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "+", "-", ".": true
        default: false
        }
    }
}
