import UsecasesEngine

extension ErrorWrapper? {
    /// The causes as text, the nearest first.
    package var causeTexts: [String] { (self?.causes ?? []).map { "\($0)" } }
    /// The root cause.
    package var lastCause: String { causeTexts.last ?? "" }
}
