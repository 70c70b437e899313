extension String {
    /// Whether it has 1 to `limit` characters, each from `!` to `~`: safe in a header, a file and a terminal.
    public func isVisibleASCII(upTo limit: Int) -> Bool {
        (1...limit).contains(utf8.count) && utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
