/// An error that an application declares for its ports, with sentences for the user.
///
/// The family and the name identify it. A recording contains only these, so a replay takes the rest from the outcomes
/// that the operation declares.
public struct ApplicationError: Error, Sendable {
    /// The meaning for the caller. It decides the exit status of a program and the response of a service.
    public enum Meaning: Sendable, Hashable {
        /// Too much other work is waiting. The call may succeed a few seconds later.
        case crowded
        /// The call failed for any other reason.
        case failure
    }

    /// The subject, such as `hasher`. It differs from all cases of ``SystemErrors``.
    public let family: String
    /// The name for reports, recordings and `replay --with`, such as `混雑`. ``ErrorWrapper/names(of:)`` has the names with
    /// a translation.
    public let name: String
    package let meaning: Meaning
    package let message: Sentence
    package let advice: Sentence

    /// Creates an error. `message` says what happened, and `advice` says what the user can do.
    public init(family: String, name: String, meaning: Meaning = .failure, message: Sentence, advice: Sentence) {
        (self.family, self.name, self.meaning) = (family, name, meaning)
        (self.message, self.advice) = (message, advice)
    }

    /// Decodes the family and the name. The sentences are general ones.
    init(recorded decoder: any Decoder) throws {
        let families = try [String: [String: [String: [String: String]]]](from: decoder)
        guard families.count == 1, let (family, values) = families.first, let names = values["_0"], names.count == 1,
            let (name, members) = names.first, members.isEmpty
        else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "an unknown kind of error"))
        }
        let ascii = ErrorWrapper.asciiName(of: name)
        self.init(
            family: family, name: name,
            message: Sentence(
                en: "The application failed: \(family), \(ascii).", ja: "アプリケーションのエラーです: \(family)、\(name)。"),
            advice: Sentence(en: "Look it up in the application's manual.", ja: "アプリケーションの説明書をご確認ください。"))
    }
}

extension ApplicationError: Hashable {
    /// Returns whether both have the same family and name.
    public static func == (left: ApplicationError, right: ApplicationError) -> Bool {
        (left.family, left.name) == (right.family, right.name)
    }

    /// Hashes the family and the name.
    public func hash(into hasher: inout Hasher) { hasher.combine([family, name]) }
}

extension ApplicationError: CustomStringConvertible {
    /// The family and the name, such as `hasher.混雑`.
    public var description: String { "\(family).\(name)" }
}
