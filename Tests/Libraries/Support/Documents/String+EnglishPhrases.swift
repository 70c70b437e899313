extension String {
    /// The runs of two or more English words in lower case, except in code and in options with their values. A Japanese
    /// sentence has none.
    package var englishPhrases: [String] {
        replacing(#/`[^`]*`|--[a-z-]+ [a-z]+/#, with: "")
            .matches(of: #/[a-z]+(?: [a-z]+)+/#)
            .map { String($0.0) }
    }
}
