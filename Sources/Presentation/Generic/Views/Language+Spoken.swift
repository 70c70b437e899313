import Domain

extension Language {
    /// That of what is said before the options are read, and of what they are refused with.
    @TaskLocal static var spoken = Language.en
}
