import Usecases

extension Screen {
    /// An error, everything that is known about it, and the offer to try again.
    public static func error(_ error: ErrorReport) -> Screen {
        Screen(nil, Page.error(error), exitStatus: error.exitStatus)
    }
}

extension Page {
    /// The message of an error, the advice, its name, arguments and causes, and the keys to try again and to quit.
    public static func error(_ error: ErrorReport) -> Page {
        let status = error.status.map { " (\($0))" } ?? ""
        let name = Sentence(
            en: "\(error.kind): \(error.asciiName)\(status)", ja: "\(error.kind): \(error.name)\(status)")
        let details =
            error.args.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            + error.causedBy.map { "← \($0)" }
        return Page(
            heading: error.message,
            headingStyle: .alarm,
            paragraphs: [error.advice, name] + details.map { Sentence($0) },
            keys: [.again, .quit])
    }
}
