import Usecases

/// What is said about the service.
enum ServiceText {
    /// As in "Run … ."
    static let purpose = Sentence(en: "the service that issues UDIDs", ja: "UDIDを発行するサービス")
    /// The traits that build it in.
    static let traits = Sentence(
        en: "`--traits Server` or `--traits PostgreSQL`", ja: "`--traits Server` か `--traits PostgreSQL`")
    /// What it needs to do its work.
    static let needed = "the database"
    /// The message to clients when it does not do its work.
    static let silence = "The database does not answer."
    /// The message to clients when a run reaches no goal.
    static let nothingTwice = "Try again with the same Idempotency-Key: nothing is done twice."
}
