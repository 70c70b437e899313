import ArgumentParser
import CalearningApplication
package import CalearningDomain
package import UsecasesEngine
package import UsecasesTerminal

extension UpdateSecondFactor: CommandedUsecase, PagedUsecase {
    static var command: any ParsableCommand.Type { SecondFactorCommand.self }

    static let needsUser = true

    static func form(with texts: [String: String], for user: String?) -> Screen? { .secondFactor() }

    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .refusedByServer: [.unchangeableSecondFactor],
        .notAllowed: [.wrongNameOrPassword, .wrongCode, .nobodyLoggedIn], .tryAgainLater: [.tooOften],
    ]

    static func show(_ scenario: Scenario<UpdateSecondFactor>) -> Screen {
        switch scenario.goal {
        case .アプリは認証アプリに渡す鍵を表示(let offer): .key(offer)
        case .アプリはバックアップコードを表示(let codes):
            .backupCodes(
                codes,
                Sentence(en: "These backup codes replace the earlier ones.", ja: "これまでのバックアップコードは、次のものに替わりました。"))
        case .アプリは使わなくなったことを表示:
            .home(
                account: nil, udid: nil,
                notice: Sentence(en: "The second factor is off.", ja: "二つ目の要素を使うのをやめました。"))
        case .変えられない場合_アプリはわけを表示(let hindrance):
            .secondFactor(notice: hindrance.sentence, exitStatus: .refusedByServer)
        case .パスワードが違う場合_アプリは違うことを表示: .secondFactor(remark: .wrongPassword, exitStatus: .notAllowed)
        case .コードが要る場合_アプリはコードを尋ねる: .secondFactor(fault: .needed, exitStatus: .notAllowed)
        case .コードが違う場合_アプリは違うことを表示: .secondFactor(fault: .wrong, exitStatus: .notAllowed)
        case .間違いが多すぎる場合_アプリは次に試せる時刻を表示(let until):
            .secondFactor(notice: .tooOften(until: until, at: scenario.walk.startedAt), exitStatus: .tryAgainLater)
        case .ログインしていない場合_アプリはログイン画面を表示: .nobodyLoggedIn
        }
    }
}

extension TurnOnSecondFactor: PagedUsecase {
    static let needsUser = true

    static func form(with texts: [String: String], for user: String?) -> Screen? { .firstCode() }

    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .refusedByServer: [.unchangeableSecondFactor], .notAllowed: [.wrongCode, .nobodyLoggedIn],
        .tryAgainLater: [.tooOften],
    ]

    static func show(_ scenario: Scenario<TurnOnSecondFactor>) -> Screen {
        switch scenario.goal {
        case .アプリは使いはじめたこととバックアップコードを表示(let codes):
            .backupCodes(codes, Sentence(en: "The second factor is on.", ja: "二つ目の要素を使いはじめました。"))
        case .コードが違う場合_アプリは違うことを表示: .firstCode(fault: .wrong, exitStatus: .notAllowed)
        case .確認を待つ鍵がない場合_アプリはやり直すよう表示:
            .secondFactor(notice: SecondFactorHindrance.isNotBegun.sentence, exitStatus: .refusedByServer)
        case .間違いが多すぎる場合_アプリは次に試せる時刻を表示(let until):
            .firstCode(notice: .tooOften(until: until, at: scenario.walk.startedAt), exitStatus: .tryAgainLater)
        case .ログインしていない場合_アプリはログイン画面を表示: .nobodyLoggedIn
        }
    }
}

struct UpdateSecondFactorSubmission: Submission {
    typealias Target = UpdateSecondFactor

    func behaviour(with entry: FormEntry) -> Behaviour {
        // The form admits no other texts.
        let wish = SecondFactorWish(rawValue: entry["wish"].reveal()) ?? .setUp
        return Behaviour(UpdateSecondFactor.initial(wish: wish, proof: entry.proof))
    }
}

struct TurnOnSecondFactorSubmission: Submission {
    typealias Target = TurnOnSecondFactor

    func behaviour(with entry: FormEntry) -> Behaviour {
        Behaviour(TurnOnSecondFactor.initial(code: entry.secondCode ?? .other))
    }
}

extension Sentence {
    fileprivate static let unchangeableSecondFactor = Sentence(
        en: "the second factor cannot be changed in this way", ja: "二つ目の要素をそのようには変えられない")
    fileprivate static let firstCodeRule = Sentence(
        en: "\(TimeCodeRules.digits) digits that the authenticator application shows for the new key.",
        ja: "新しい鍵について認証アプリが示す\(TimeCodeRules.digits)桁の数字です。")
}

extension SecondFactorHindrance {
    fileprivate var sentence: Sentence {
        switch self {
        case .isOn:
            Sentence(
                en: "The second factor is on. Turn it off before you set it up again.",
                ja: "二つ目の要素を使っています。設定し直すには、先に使うのをやめてください。")
        case .isOff: Sentence(en: "The second factor is off.", ja: "二つ目の要素を使っていません。")
        case .isNotBegun:
            Sentence(
                en: "No key waits for a code, or its time is over. Set the second factor up again.",
                ja: "コードを待つ鍵がないか、時間が切れています。もう一度設定してください。")
        case .isUnavailable:
            Sentence(
                en: "The operator of the service has not enabled second factors.",
                ja: "このサービスの運用者は、二つ目の要素を使えるようにしていません。")
        }
    }
}

extension SecondFactorWish {
    fileprivate var label: Sentence {
        switch self {
        case .setUp: Sentence(en: "set it up", ja: "設定する")
        case .off: Sentence(en: "turn it off", ja: "使うのをやめる")
        case .backupCodes: Sentence(en: "get new backup codes", ja: "新しいバックアップコードをもらう")
        }
    }
}

extension Screen {
    /// Returns the form to change the second factor.
    package static func secondFactor(
        notice: Sentence? = nil, remark: Sentence? = nil, fault: CodeFault? = nil, exitStatus: ExitStatus = .success
    ) -> Screen {
        Screen(
            "second-factor",
            Form(
                heading: Sentence(en: "The second factor", ja: "二つ目の要素"),
                notice: notice,
                fields: [
                    Form.Field(
                        name: "wish", label: Sentence(en: "Change", ja: "すること"),
                        choices: SecondFactorWish.allCases.map { .init($0.rawValue, label: $0.label) }),
                    .password(remark), .secondCode(fault),
                ],
                action: Sentence(en: "continue", ja: "進む"),
                submission: UpdateSecondFactorSubmission(),
                paragraphs: [
                    Sentence(
                        en: """
                            While it is on, logging in needs the password and a code from an application on your phone, or one \
                            of \(SecondFactorRules.backupCodes) backup codes.
                            """,
                        ja: """
                            使っている間は、ログインにパスワードのほかに、スマートフォンの認証アプリのコードか、\
                            \(SecondFactorRules.backupCodes)個のバックアップコードのひとつが必要です。
                            """)
                ],
                keys: [
                    KeyBinding(
                        name: "ctrl-n", action: Sentence(en: "confirm a new key", ja: "新しい鍵を確認する"),
                        keys: [.control("n")], effect: .show(.firstCode()))
                ]),
            exitStatus: exitStatus)
    }

    /// Returns the form for the first code under a new key.
    fileprivate static func firstCode(
        _ name: String = "second-factor-code", notice: Sentence? = nil, fault: CodeFault? = nil,
        paragraphs: [Sentence] = [], picture: QRCode? = nil, shown: [Secret] = [],
        exitStatus: ExitStatus = .success, secrets: [String: Secret] = [:]
    ) -> Screen {
        Screen(
            name,
            Form(
                heading: Sentence(en: "Turn the second factor on", ja: "二つ目の要素を使いはじめる"),
                notice: notice,
                picture: picture,
                fields: [.secondCode(fault, isOptional: false, hint: .firstCodeRule)],
                action: Sentence(en: "turn on", ja: "使いはじめる"),
                submission: TurnOnSecondFactorSubmission(),
                paragraphs: paragraphs, secrets: shown),
            exitStatus: exitStatus, secrets: secrets)
    }

    /// Returns the screen with a new key, and the form for the first code under it.
    fileprivate static func key(_ offer: SecondFactorOffer) -> Screen {
        let address = offer.key.address(of: offer.account.name)
        let end = offer.confirmableUntil.toTheSecond
        return .firstCode(
            "second-factor-key",
            paragraphs: [
                Sentence(
                    en: "Add this key to an authenticator application, and enter the code that it shows, until \(end).",
                    ja: "認証アプリにこの鍵を加え、表示されたコードを\(end)までに入力してください。")
            ], picture: QRCode(address.reveal()), shown: [offer.key.grouped],
            secrets: ["key": offer.key.secret, "address": address])
    }

    /// Returns the screen that shows the backup codes once.
    fileprivate static func backupCodes(_ codes: [RecoveryCode], _ heading: Sentence) -> Screen {
        let texts = codes.map { $0.reveal() }
        let pairs = stride(from: 0, to: texts.count, by: 2).map { texts[$0..<min($0 + 2, texts.count)] }
        return Screen(
            "backup-codes",
            Page(
                heading: heading,
                paragraphs: [
                    Sentence(
                        en: "Keep the backup codes. Each replaces a code once. They are shown only now.",
                        ja: "バックアップコードを保管してください。それぞれ一度だけ、コードの代わりに使えます。表示するのは今だけです。")
                ] + pairs.map { Sentence($0.joined(separator: "   ")) },
                keys: [
                    KeyBinding("h", Sentence(en: "home", ja: "ホーム"), .dispatch(Behaviour(RestoreSession.initial))),
                    .quit,
                ]),
            isStart: true, secrets: ["codes": Secret(texts.joined(separator: " "))])
    }
}
