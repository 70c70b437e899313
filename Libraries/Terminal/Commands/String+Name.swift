import ArgumentParser

extension String {
    /// Throws a usage error if it cannot be the name of a file; `option` is where it was given.
    ///
    /// An argument that was not valid text has become one with replacement characters, which is the name of another
    /// file.
    public func checkName(of option: String) throws {
        guard !isEmpty else { throw ValidationError(.emptyName(of: option)) }
        guard !unicodeScalars.contains("\u{FFFD}") else { throw ValidationError(.unreadableName(of: option)) }
    }
}
