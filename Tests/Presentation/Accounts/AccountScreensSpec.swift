import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

@MainActor
@Suite struct アカウントの画面 {
    func presenter(
        _ accounts: StubAccountBackend = StubAccountBackend(), loggedIn: Bool = true, keeping kept: KeyValue...
    ) async -> ScreenPresenter {
        let dataStore = InMemoryDataStore(DeviceMemory.keys.udid.with("u-1"))
        if loggedIn { await dataStore.save(DeviceMemory.keys.session.with(.example)) }
        for value in kept { await dataStore.save(value) }
        return ScreenPresenter(dependencies: .fixture(dataStore: dataStore, accountBackend: accounts))
    }

    func text(_ presenter: ScreenPresenter) -> String {
        presenter.screen.view.plainLines(in: .en).joined(separator: "\n")
    }

    /// Expects that the run ends with the status, on the screen that begins with the text, or is the text if `isAll`.
    func expect(
        _ behaviour: Behaviour, _ accounts: StubAccountBackend, loggedIn: Bool = true, status: Int32, _ screen: String,
        _ shown: String, isAll: Bool = false
    ) async {
        let presenter = await presenter(accounts, loggedIn: loggedIn)

        let report = await behaviour.perform(with: presenter)

        #expect(report.exitStatus.rawValue == status)
        #expect(presenter.screen.name == screen)
        #expect(isAll ? text(presenter) == shown : text(presenter).hasPrefix(shown))
    }

    @Test func 誰もログインしていなければ尋ねた人には七十七で伝える() async {
        let scenes = [
            Behaviour(RestoreSession.initial), Behaviour(LogOut.initial), Behaviour(ShowSessions.initial),
            Behaviour(EndSession.initial(ended: .others, proof: .example)),
            Behaviour(ChangePassword.initial(change: .example)),
            Behaviour(UpdateSecondFactor.initial(wish: .setUp, proof: .example)),
            Behaviour(TurnOnSecondFactor.initial(code: .time(.example))), Behaviour(ExportAccount.initial),
            Behaviour(DeleteAccount.initial(proof: .example)),
        ]
        for scene in scenes {
            let presenter = await presenter(loggedIn: false)

            let report = await scene.perform(with: presenter)

            #expect(report.exitStatus == .notAllowed, "\(report.usecase)")
            #expect(presenter.screen.name == "login")
            #expect(text(presenter) == "Nobody is logged in.")
        }
    }

    @Test func アプリが自分で確かめたのなら何も言わない() async {
        let presenter = await presenter(loggedIn: false)

        let report = await presenter.dispatch(RestoreSession.initial, as: .application)

        #expect(report.exitStatus == .success)
        #expect(presenter.screen == .login(udid: UDID("u-1")))
    }

    @Test(arguments: [
        (LogInAnswer.refused, 77, "The name or the password is wrong."),
        (.tooOften(until: .example), 75, "This was tried too often. Try again at 2026-11-20 12:00:00 UTC."),
        (
            .tooOften(until: .example + .seconds(541)), 75,
            "This was tried too often. Try again in 10 minutes (2026-11-20 12:09:01 UTC)."
        ),
        (.tooOften(until: nil), 75, "This was tried too often. Try again later."),
        (.opened(.example), 0, "Logged in as ada\nDevice identifier (UDID): u-1"),
    ])
    func ログインの結果(answer: LogInAnswer, status: Int32, shown: String) async {
        await expect(
            Behaviour(LogIn.initial(credentials: .example)), StubAccountBackend(logIn: .success(answer)),
            status: status,
            status == 0 ? "home" : "login", shown, isAll: true)
    }

    @Test(arguments: [
        (
            SignUpAnswer.flawed([.nameLength, .nameCharacters]), 65,
            "Name: It must have 3 to 32 characters. It can have"
        ),
        (.flawed([.passwordTooShort]), 65, "Password: It must have at least 15"),
        (.flawed([.passwordTooLong]), 65, "Password: It must have at most 256"),
        (.flawed([.passwordIsName]), 65, "Password: It must not be the name"),
        (.flawed([.passwordIsCommon]), 65, "Password: It is one of the passwords"),
        (.nameTaken, 76, "Name: This name is taken."),
        (.tooOften(until: nil), 75, "This was tried too often. Try again later."),
        (.opened(.example), 0, "Logged in as ada\nDevice identifier (UDID): u-1"),
    ])
    func 登録の結果(answer: SignUpAnswer, status: Int32, shown: String) async {
        await expect(
            Behaviour(SignUp.initial(credentials: .example)), StubAccountBackend(signUp: .success(answer)),
            status: status,
            status == 0 ? "home" : "signup", shown)
    }

    @Test(arguments: [
        (PasswordAnswer.refused, 77, "password", "Current password: The current password is wrong."),
        (.flawed([.passwordIsName]), 65, "password", "New password: It must not be the name,"),
        (.tooOften(until: nil), 75, "password", "This was tried too often. Try again later."),
        (.loggedOut, 77, "login", "Nobody is logged in."), (.changed(.example), 0, "home", "The password was changed."),
    ])
    func パスワードを変えた結果(answer: PasswordAnswer, status: Int32, screen: String, shown: String) async {
        await expect(
            Behaviour(ChangePassword.initial(change: .example)), StubAccountBackend(changePassword: .success(answer)),
            status: status, screen, shown)
    }

    @Test(arguments: [
        (RecoveryAnswer.refused, 77, "recover", "The name or the code is wrong, or the code has expired."),
        (.flawed([.nameCharacters]), 65, "recover", "Name: It can have only a to z"),
        (.flawed([.passwordTooShort]), 65, "recover", "New password: It must have at least 15"),
        (
            .tooOften(until: .example), 75, "recover",
            "This was tried too often. Try again at 2026-11-20 12:00:00 UTC."
        ),
        (.tooOften(until: nil), 75, "recover", "This was tried too often. Try again later."),
        (.recovered, 0, "login", "The password was changed. Log in with the new one."),
    ])
    func アカウントを復旧した結果(answer: RecoveryAnswer, status: Int32, screen: String, shown: String) async {
        await expect(
            Behaviour(RecoverAccount.initial(recovery: .example)), StubAccountBackend(recover: .success(answer)),
            loggedIn: false, status: status, screen, shown)
    }

    private nonisolated static let scheduled = """
        You are logged out. The account will be deleted in 7 days (2026-11-27 12:00:00 UTC). To keep it, log in before.
        """

    @Test(arguments: [
        (DeletionAnswer.refused, 77, "delete-account", "Password: The password is wrong."),
        (.tooOften(until: nil), 75, "delete-account", "This was tried too often. Try again later."),
        (.loggedOut, 77, "login", "Nobody is logged in."), (.deleted(nil), 0, "login", "The account was deleted."),
        (.deleted(.example), 0, "account-data", "The account was deleted.\nThe data of the account ada"),
        (.scheduled(at: Deletion.example.at, nil), 0, "login", Self.scheduled),
        (.scheduled(at: Deletion.example.at, .example), 0, "account-data", "\(scheduled)\nThe data of the account ada"),
    ])
    func アカウントを削除した結果(answer: DeletionAnswer, status: Int32, screen: String, shown: String) async {
        await expect(
            Behaviour(DeleteAccount.initial(proof: .example)), StubAccountBackend(deleteAccount: .success(answer)),
            status: status, screen, shown)
    }

    @Test func アカウントのデータはすべて見える() async {
        let presenter = await presenter()

        _ = await presenter.dispatch(ExportAccount.initial)

        let shown = text(presenter)
        for part in [
            "The data of the account ada", "Identifier: \(Account.example.id)", "Created at 2026-11-20 12:00:00 UTC.",
            "Sessions: 2",
            "\(Session.example.id): Device without a name (UDID \(UDID.example(1))), since 2026-11-20 12:00:00 UTC",
            "\(Session.otherExample.id): Device without a name (UDID \(UDID.example(2)))",
        ] {
            #expect(shown.contains(part))
        }
    }

    @Test func サーバが終えられないログアウトは成功でありそのことを伝える() async {
        let error = ErrorWrapper.service(error: .client(.networkUnreachable))
        let presenter = await presenter(StubAccountBackend(logOut: .failure(error)))

        let report = await presenter.dispatch(LogOut.initial)

        #expect(report.exitStatus == .success)
        #expect(text(presenter).contains("still has to end there"))
    }

    @Test(arguments: [(EndAnswer.ended, 0, "The device is logged out."), (.unknown, 76, "No such session exists.")])
    func 端末をログアウトさせた結果(answer: EndAnswer, status: Int32, shown: String) async {
        await expect(
            Behaviour(EndSession.initial(ended: .one(Session.otherExample.id), proof: .example)),
            StubAccountBackend(end: .success(answer)), status: status, "sessions", shown, isAll: true)
    }

    @Test func 端末の一覧は識別子と端末と時刻とどれがここかを示す() async {
        let presenter = await presenter()

        _ = await presenter.dispatch(ShowSessions.initial)

        let shown = text(presenter)
        for part in [
            "Device without a name (this device)\n  Session: \(Session.example.id)\n",
            "Device without a name\n  Session: \(Session.otherExample.id)\n  Device identifier (UDID): \(UDID.example(2))\n",
            "Logged in: 2026-11-20 12:00:00 UTC. Last used: 2026-11-20 12:00:00 UTC.",
        ] {
            #expect(shown.contains(part))
        }
        let view = presenter.screen.view
        #expect(view.choices == 2)
        #expect(view.keys(at: 0).map(\.name) == ["e", "o", "n", "q"])
        #expect(view.keys(at: 0)[0].effect == KeyBinding.logOut.effect)
        #expect(
            view.keys(at: 1)[0].effect
                == .show(.endOfSessions(.one(Session.otherExample.id), of: .example)))
        #expect(view.keys(at: 1)[1].effect == .show(.endOfSessions(.others, of: .example)))
        #expect(view.keys(at: 1)[2].effect == .show(.deviceName(of: .example)))
    }

    @Test(arguments: [
        (
            Language.en,
            [
                "Firefox on Linux (this device)", "Device identifier (UDID): u",
                "Logged in: 3 days ago. Last used: 10 minutes ago.",
            ]
        ),
        (.ja, ["Firefox on Linux (このデバイス)", "デバイスの識別ID(UDID): u", "ログイン: 3日前、最後の使用: 10分前"]),
    ])
    func 人には名前とどれほど前かを示し_ボタンの相手は名前(language: Language, shown: [String]) throws {
        let session = Session(
            id: .fixture(), udid: try #require(UDID("u")), beganAt: .example,
            lastUsedAt: .example + .seconds(3 * 86_400),
            device: .example)
        let now = session.lastUsedAt + .seconds(659)

        let view = Screen.sessions(SessionList(own: session.id, sessions: [session]), at: now).view

        let choice = try #require((view as? Choices)?.list.first)
        #expect(choice.lines.map { $0.text(in: language) } == shown)
        #expect(choice.subject == Sentence("Firefox on Linux"))
        #expect(view.plainLines(in: language).last?.contains("2026-11-23 12:00:00 UTC") == true)
    }

    @Test(arguments: [nil, SessionList.example])
    func 名前を付けると一覧に現れ_名前でなければその場で断る(list: SessionList?) async throws {
        let accounts = StubAccountBackend()
        let presenter = await presenter(accounts)
        let form = try #require(Screen.deviceName(of: list).view.form)
        let typed = { (name: String) in FormEntry(of: form, filledWith: ["name": Secret(name)]) }

        let refused = form.submission.objection(to: typed(" \u{202E}"))
        #expect(refused == .deviceName(of: list, remark: refused?.view.form?.fields[0].remark))
        #expect(refused?.view.plainLines(in: .en) == ["Name: A name of a device has 1 to 64 visible characters."])
        #expect(form.submission.objection(to: typed("laptop")) == nil)
        #expect(accounts.calls == [])

        let report = await form.submission.behaviour(with: typed(" laptop ")).perform(with: presenter)

        #expect(report.exitStatus == .success && presenter.screen.name == "sessions")
        #expect(text(presenter).hasPrefix("This device is named laptop."))
        #expect(presenter.screen.view.choices == list?.sessions.count ?? 0)
        #expect(accounts.calls == [.nameDevice(try #require(DeviceName("laptop")), .example)])
    }

    @Test(arguments: Language.allCases, [(40, 10), (20, 6), (80, 24)])
    func 多くの端末からも選んだものがいつも見える(language: Language, size: (columns: Int, rows: Int)) throws {
        let sessions = (1...50).map {
            Session(
                id: UUIDv7(at: .example, random: (0, $0)), udid: .fixture(), beganAt: .example,
                lastUsedAt: .example, device: DeviceName("device-\($0)"))
        }
        let view = Screen.sessions(SessionList(own: sessions[0].id, sessions: sessions), at: .example).view

        for selection in sessions.indices {
            let frame = Frame(columns: size.columns, rows: size.rows, language: language, selection: selection)
            let lines = view.lines(in: frame)

            #expect(lines.count <= size.rows)
            #expect(lines.allSatisfy { $0.text.columns <= size.columns })
            #expect(lines.contains { $0.text.contains("› device-\(selection + 1)") } || size.columns < 40)
            #expect(lines.contains { $0.text.contains("[q]") })
        }
    }
}

@Suite struct 打たれたパスワード {
    @Test(arguments: [("ﾊﾟｽﾜｰﾄﾞ", "パスワード"), ("Ａｂ１", "Ab1"), ("ﬁ", "fi"), ("か\u{3099}", "が"), ("", "")])
    func どのキーボードで打っても同じになる(typed: String, normalized: String) {
        #expect(Password(typed: typed).reveal().unicodeScalars.elementsEqual(normalized.unicodeScalars))
    }

    @Test func 長すぎるものはそのまま残り規則が断る() {
        let text = String(repeating: "\u{FDFA}", count: 1366)

        #expect(Password(typed: text).reveal() == text)
        #expect(AccountRules.flaws(of: Password(typed: text), forName: "") == [.passwordTooLong])
        #expect(AccountRules.flaws(of: Password(typed: String(text.dropLast())), forName: "") == [.passwordTooLong])
    }
}
