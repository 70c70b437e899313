import CalearningDomain
import Usecases

extension AccountFlaw {
    /// What has to be mended, beside the field.
    var sentence: Sentence {
        let name = AccountRules.nameLength
        let password = AccountRules.passwordLength
        return switch self {
        case .nameLength:
            Sentence(
                en: "It must have \(name.lowerBound) to \(name.upperBound) characters.",
                ja: "\(name.lowerBound)〜\(name.upperBound)文字にしてください。")
        case .nameCharacters:
            Sentence(en: "It can have a to z, 0 to 9, _ and - alone.", ja: "使えるのはa〜z、0〜9、_、-だけです。")
        case .passwordTooShort:
            Sentence(
                en: "It must have at least \(password.lowerBound) characters, such as a sentence.",
                ja: "\(password.lowerBound)文字以上にしてください。文にするのもよい方法です。")
        case .passwordTooLong:
            Sentence(
                en: "It must have at most \(password.upperBound) characters.", ja: "\(password.upperBound)文字以内にしてください。")
        case .passwordCharacters:
            Sentence(en: "It must not have a NUL character.", ja: "NUL文字は使えません。")
        case .passwordIsName:
            Sentence(
                en:
                    "It must not be the name, and needs at least \(AccountRules.ownLength) characters besides the name.",
                ja: "名前とは違うものにしてください。名前のほかに\(AccountRules.ownLength)文字以上が必要です。")
        case .passwordIsCommon:
            Sentence(en: "It is one of those that are tried first.", ja: "真っ先に試されるもののひとつです。別のものにしてください。")
        }
    }
}

extension [AccountFlaw] {
    /// Everything that has to be mended in the field; `nil` if nothing has.
    func remark(on field: AccountFlaw.Field) -> Sentence? {
        let sentences = filter { $0.field == field }.map(\.sentence)
        return sentences.dropFirst().reduce(sentences.first) { $0?.followed(by: $1) }
    }
}
