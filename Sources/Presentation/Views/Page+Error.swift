extension Page {
    /// An error, all that is known of it, and the offer to try again.
    static func error(_ error: ErrorReport) -> Page {
        let status = error.status.map { " (\($0))" } ?? ""
        let details =
            ["\(error.kind): \(error.name)\(status)"]
            + error.args.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            + error.causedBy.map { "← \($0)" }
        return Page(
            heading: error.message,
            headingStyle: .alarm,
            paragraphs: [error.advice] + details.map { Sentence(en: $0, ja: $0) },
            keys: [Key(name: "r", action: Sentence(en: "try again", ja: "もう一度試す")), .quit])
    }
}
