import Domain

extension Language {
    /// The language of messages before the options are read, and of errors in the options.
    @TaskLocal static var spoken = Language.en
}
