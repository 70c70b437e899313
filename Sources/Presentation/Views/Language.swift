/// The language of sentences for people.
package enum Language: String, Sendable, Hashable, CaseIterable {
    case en
    case ja

    /// That of what is said before the options are read, and of what they are refused with.
    @TaskLocal static var spoken = Language.en
}
