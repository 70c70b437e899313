import ArgumentParser

extension String {
    /// Throws a usage error where it cannot be the name of a file; `option` is what gave it.
    ///
    /// What was no text has become one with replacement characters, which is the name of something else.
    func checkName(of option: String) throws {
        guard !isEmpty else { throw ValidationError(.emptyName(of: option)) }
        guard !unicodeScalars.contains("\u{FFFD}") else { throw ValidationError(.unreadableName(of: option)) }
    }
}
