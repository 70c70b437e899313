#if Server
import CalearningDomain
import Hummingbird
import Usecases
import UsecasesService

extension Refusal {
    private static let challenge: HTTPFields = [.wwwAuthenticate: "Bearer"]

    static let nameTaken = Refusal(
        .conflict, ErrorResponse.nameTaken, "The name is taken", "Another account has this name. Choose another one.")

    /// One and the same for a wrong name and for a wrong password.
    static let wrongCredentials = Refusal(
        .unauthorized, ErrorResponse.wrongCredentials, "Not logged in", "The name or the password is wrong.",
        headers: challenge)

    static let wrongPassword = Refusal(
        .unauthorized, ErrorResponse.wrongPassword, "The password is wrong", "The present password is wrong.",
        headers: challenge)

    static let sessionEnded = Refusal(
        .unauthorized, ErrorResponse.sessionEnded, "Not logged in",
        "Send the token of a session that has not ended, as Authorization: Bearer and the token.", headers: challenge)

    static let noSuchSession = Refusal(
        .notFound, ErrorResponse.noSuchSession, "There is no such session", "This account has no session with this id.")

    static func tooManyGuesses(until: Timestamp, now: Timestamp) -> Refusal {
        let seconds = max(1, (until.milliseconds - now.milliseconds + 999) / 1000)
        return Refusal(
            .tooManyRequests, "TOO_MANY_REQUESTS", "Too many failures",
            "There were too many failures for this name from this network. Try again in \(seconds) s.",
            headers: [.retryAfter: "\(seconds)"])
    }

    /// `flaws` is not empty. The code names the first one.
    static func flawed(_ flaws: [AccountFlaw]) -> Refusal {
        Refusal(
            .unprocessableContent, flaws.first?.code ?? "", "The name or the password breaks a rule",
            flaws.map(\.told).joined(separator: " "))
    }
}

extension AccountFlaw {
    fileprivate var told: String {
        switch field {
        case .name: "The name: \(sentence.text(in: .en))"
        case .password: "The password: \(sentence.text(in: .en))"
        }
    }
}
#endif
