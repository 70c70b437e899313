import Domain

extension ErrorWrapper? {
    /// The causes as text, the nearest first.
    var causeTexts: [String] { (self?.causes ?? []).map { "\($0)" } }
    /// What is at the bottom of it.
    var lastCause: String { causeTexts.last ?? "" }
}
