import UsecasesEngine

extension ErrorWrapper? {
    /// The causes as text, the nearest first.
    package var causeTexts: [String] { (self?.causes ?? []).map { "\($0)" } }
    package var lastCause: String { causeTexts.last ?? "" }
}
