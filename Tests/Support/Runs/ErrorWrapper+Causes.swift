import Usecases

extension ErrorWrapper? {
    /// The causes as text, the nearest first.
    var causeTexts: [String] { (self?.causes ?? []).map { "\($0)" } }
    /// The root cause.
    var lastCause: String { causeTexts.last ?? "" }
}
