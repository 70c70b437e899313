import CalearningApplication
import CalearningDomain
import Foundation
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

private let withoutCode = "Code: A code of the second factor is needed."
private let withWrongCode = "Code: The code is wrong, or it was used before."
private let tooOften = "This was tried too often. Try again later."

@MainActor
@Suite struct 二つ目の要素の画面 {
    private let outer = アカウントの画面()

    @Test func パスワードが合いコードが要れば_ログインの続きで尋ねる() async {
        await outer.expect(
            Behaviour(LogIn.initial(credentials: .example)),
            StubAccountBackend(logIn: .success(.codeNeeded(.example))), status: 77, "login-code", "Log in with a code\n"
        )
    }

    @Test(arguments: [
        (LogInAnswer.opened(.example), 0, "home", "Logged in as ada"),
        (.opened(.keepingExample), 0, "home", "The account is kept"),
        (.wrongCode, 77, "login-code", withWrongCode), (.refused, 77, "login", "The login has ended. Log in again."),
        (.tooOften(until: nil), 75, "login-code", tooOften),
    ])
    func コードでログインした結果(answer: LogInAnswer, status: Int32, screen: String, shown: String) async throws {
        let presenter = await outer.presenter(
            StubAccountBackend(continueLogin: .success(answer)), keeping: DeviceMemory.keys.login.with(.example))

        let report = await presenter.dispatch(EnterCode.initial(code: .time(.example)))

        #expect(report.exitStatus.rawValue == status && presenter.screen.name == screen)
        #expect(outer.text(presenter).hasPrefix(shown))
    }

    @Test func 途中のログインがなければそう告げる() async {
        await outer.expect(
            Behaviour(EnterCode.initial(code: .other)), StubAccountBackend(), status: 77, "login",
            "No login waits for a code. Log in first.", isAll: true)
    }

    @Test(arguments: [
        (SecondFactorAnswer.off, 0, "home", "The second factor is off.\nLogged in"),
        (.hindered(.isOn), 76, "second-factor", "The second factor is on."),
        (.hindered(.isOff), 76, "second-factor", "The second factor is off."),
        (.hindered(.isUnavailable), 76, "second-factor", "The operator of the service has not enabled"),
        (.refused, 77, "second-factor", "Password: The password is wrong."),
        (.unproved(.needed), 77, "second-factor", withoutCode), (.unproved(.wrong), 77, "second-factor", withWrongCode),
        (.tooOften(until: nil), 75, "second-factor", tooOften), (.loggedOut, 77, "login", "Nobody is logged in."),
    ])
    func 二つ目の要素を変えた結果(answer: SecondFactorAnswer, status: Int32, screen: String, shown: String) async {
        await outer.expect(
            Behaviour(UpdateSecondFactor.initial(wish: .off, proof: .example)),
            StubAccountBackend(changeSecondFactor: .success(answer)), status: status, screen, shown)
    }

    @Test(arguments: [
        (SecondFactorAnswer.unproved(.wrong), 77, "second-factor-code", withWrongCode),
        (.hindered(.isNotBegun), 76, "second-factor", "No key waits for a code, or its time is over."),
        (.tooOften(until: nil), 75, "second-factor-code", tooOften), (.loggedOut, 77, "login", "Nobody is logged in."),
    ])
    func 使いはじめられない結果(answer: SecondFactorAnswer, status: Int32, screen: String, shown: String) async {
        await outer.expect(
            Behaviour(TurnOnSecondFactor.initial(code: .time(.example))),
            StubAccountBackend(confirmSecondFactor: .success(answer)), status: status, screen, shown)
    }

    @Test(arguments: zip(CodeFault.allCases, [withoutCode, withWrongCode]))
    func パスワードで守る仕事はコードの欄で断る(fault: CodeFault, shown: String) async {
        let accounts = StubAccountBackend(
            end: .success(.unproved(fault)), changePassword: .success(.unproved(fault)),
            recover: .success(.unproved(fault)), deleteAccount: .success(.unproved(fault)))
        for (behaviour, screen) in [
            (Behaviour(EndSession.initial(ended: .others, proof: .example)), "end-sessions"),
            (Behaviour(ChangePassword.initial(change: .example)), "password"),
            (Behaviour(RecoverAccount.initial(recovery: .example)), "recover"),
            (Behaviour(DeleteAccount.initial(proof: .example)), "delete-account"),
        ] {
            await outer.expect(behaviour, accounts, status: 77, screen, shown, isAll: true)
        }
    }

    // MARK: Secrets

    @Test(arguments: Language.allCases) func 鍵の画面は鍵を絵と文字で示し_最初のコードを受け取る(language: Language) async throws {
        let offer = SecondFactorOffer(
            account: .example, key: TimeCodeKey(randomSource: SeededRandomSource(seed: 7)),
            confirmableUntil: .example + .seconds(541))
        let presenter = await outer.presenter(StubAccountBackend(changeSecondFactor: .success(.begun(offer))))

        let report = await presenter.dispatch(UpdateSecondFactor.initial(wish: .setUp, proof: .example))

        let form = try #require(presenter.screen.view.form)
        let address = "otpauth://totp/calearning:ada?secret=\(offer.key.reveal())&issuer=calearning"
        #expect(report.exitStatus == .success)
        #expect(form.picture == QRCode(address))
        let shown = presenter.screen.view.plainLines(in: language).joined(separator: "\n")
        #expect(shown.contains(offer.key.grouped.reveal()) && shown.contains("2026-11-20 12:09:01 UTC"))
        #expect(presenter.screen.secrets == ["key": offer.key.secret, "address": Secret(address)])
        #expect(presenter.screen.address == nil, "no page shows the key again")
        let entry = FormEntry(of: form, filledWith: ["second": "123 456"])
        let code = try #require(TimeCode(typed: "123456"))
        #expect(form.submission.behaviour(with: entry) == Behaviour(TurnOnSecondFactor.initial(code: .time(code))))
    }

    @Test(arguments: [1, 2, 9, 10]) func バックアップコードはどれも見え_一度だけ見える(count: UInt64) async throws {
        let codes = (1...count).map { RecoveryCode(randomSource: SeededRandomSource(seed: $0)) }
        let accounts = StubAccountBackend(
            changeSecondFactor: .success(.on(codes)), confirmSecondFactor: .success(.on(codes)))
        for behaviour in [
            Behaviour(UpdateSecondFactor.initial(wish: .backupCodes, proof: .secondExample)),
            Behaviour(TurnOnSecondFactor.initial(code: .time(.example))),
        ] {
            let presenter = await outer.presenter(accounts)

            let report = await behaviour.perform(with: presenter)

            #expect(report.exitStatus == .success && presenter.screen.name == "backup-codes")
            let words = outer.text(presenter).split { $0 == " " || $0 == "\n" }.map { String($0) }
            #expect(codes.allSatisfy { words.contains($0.reveal()) })
            #expect(presenter.screen.secrets == ["codes": Secret(codes.map { $0.reveal() }.joined(separator: " "))])
            #expect(presenter.screen.address == nil && presenter.screen.isStart)
        }
    }

    @Test func JSONでは秘密だけが秘密を持つ() async throws {
        for (wish, answer) in [
            (SecondFactorWish.setUp, SecondFactorAnswer.begun(.example)), (.backupCodes, .on([.example])),
        ] {
            let presenter = await outer.presenter(StubAccountBackend(changeSecondFactor: .success(answer)))

            let report = await presenter.dispatch(UpdateSecondFactor.initial(wish: wish, proof: .secondExample))

            let json = Data(try JSONReport(report: report, language: .en).jsonLine.utf8)
            var members = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
            let secrets = try #require(members.removeValue(forKey: "secrets") as? [String: String])
            #expect(secrets == presenter.screen.secrets.mapValues { $0.reveal() })
            let rest = try JSONSerialization.data(withJSONObject: members, options: .withoutEscapingSlashes)
            for secret in secrets.values + [Password.example.reveal(), TimeCodeKey.example.reveal()] {
                #expect(rest.range(of: Data(secret.utf8)) == nil, "\(wish)")
            }
        }
    }

    // MARK: Forms

    @Test func コードの欄はどれも秘密で_あれば送られる() throws {
        let backup = RecoveryCode.example
        let codes: [(typed: String, code: SecondCode?)] = [
            ("", nil), (" ", nil), ("000000", .time(.example)), ("０００ ０００", .time(.example)), ("00000", .other),
            (backup.reveal().uppercased(), .backup(backup)), ("x", .other),
        ]
        for (typed, code) in codes {
            func behaviour(_ screen: Screen) throws -> Behaviour {
                let form = try #require(screen.view.form)
                let field = try #require(form.fields.first { $0.name == "second" })
                #expect(field.isSecret && field.purpose == "one-time-code" && form.fields.last == field)
                let texts = [
                    "name": "ada", "password": Password.example.secret, "present": Password.example.secret,
                    "new": PasswordChange.example.new.secret, "code": backup.secret, "wish": "off",
                    "second": Secret(typed),
                ]
                return form.submission.behaviour(with: FormEntry(of: form, filledWith: texts))
            }
            let proof = Proof(password: .example, code: code)
            let change = PasswordChange(old: .example, new: PasswordChange.example.new, code: code)
            let credentials = Credentials(name: "ada", password: change.new)
            let recovery = AccountRecovery(credentials: credentials, code: backup, secondCode: code)

            try expect(behaviour(.password()), equals: Behaviour(ChangePassword.initial(change: change)))
            try expect(behaviour(.accountDeletion()), equals: Behaviour(DeleteAccount.initial(proof: proof)))
            try expect(
                behaviour(.endOfSessions(.others, of: nil)),
                equals: Behaviour(EndSession.initial(ended: .others, proof: proof)))
            try expect(behaviour(.recovery()), equals: Behaviour(RecoverAccount.initial(recovery: recovery)))
            try expect(
                behaviour(.secondFactor()), equals: Behaviour(UpdateSecondFactor.initial(wish: .off, proof: proof)))
            try expect(behaviour(.loginCode()), equals: Behaviour(EnterCode.initial(code: code ?? .other)))
        }
    }

    @Test(arguments: SecondFactorWish.allCases) func 望みは選択肢から選ぶ(wish: SecondFactorWish) throws {
        let form = try #require(Screen.secondFactor().view.form)
        let texts = ["wish": Secret(wish.rawValue), "password": Password.example.secret]

        let behaviour = form.submission.behaviour(with: FormEntry(of: form, filledWith: texts))

        #expect(form.fields[0].choices?.map(\.text) == SecondFactorWish.allCases.map(\.rawValue))
        #expect(behaviour == Behaviour(UpdateSecondFactor.initial(wish: wish, proof: .example)))
    }
}
