import Usecases

/// What is said about the service.
enum ServiceText {
    /// As in "Run … ."
    static let purpose = Sentence(en: "the service", ja: "サービス")
    /// The traits that build it in.
    static let traits = Sentence(en: "`--traits Server`", ja: "`--traits Server`")
    /// What it needs to do its work.
    static let needed = "what the service needs"
    /// What clients are told when it does not do its work.
    static let silence = "The service cannot do that now."
    /// What clients are told when a run reaches no goal.
    static let nothingTwice = "Try again later."
}
