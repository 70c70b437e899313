import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

/// A backend with an empty server, whose time and operator the test controls.
private struct Place: Sendable {
    let backend: any Backend & AccountBackend
    let clock: ManualClock
    let registry: InMemoryAccountRegistry

    func signUp() async throws -> OpenedSession {
        try #require(await backend.signUp(.example, on: .fixture(1), under: .example).opened)
    }

    func logIn(_ password: Password = .example, device: UInt64 = 2) async throws -> OpenedSession {
        try #require(await backend.logIn(.example(password), on: .fixture(device)).opened)
    }

    func isLoggedIn(_ opened: OpenedSession) async throws -> Bool { try await backend.session(of: opened.token) != nil }

    func allowRecovery() async throws {
        let end = clock.now + RecoveryRules.lifetime
        _ = await registry.allowRecovery(of: .example, by: .stub(RecoveryCode.example.secret), until: end)
    }
}

extension BackendAdapter {
    fileprivate func withPlace(
        named name: DeviceName? = nil, _ body: @Sendable (Place) async throws -> Void
    ) async throws {
        let (clock, registry) = (ManualClock(), InMemoryAccountRegistry())
        try await withBackend(.fixture(clock: clock, accountRegistry: registry), named: name) { backend in
            try await body(Place(backend: backend, clock: clock, registry: registry))
        }
    }
}

extension Credentials {
    fileprivate static func example(_ password: Password) -> Credentials {
        Credentials(name: AccountName.example.rawValue, password: password)
    }
}

extension SignUpAnswer {
    fileprivate var opened: OpenedSession? { if case .opened(let opened) = self { opened } else { nil } }
}

extension LogInAnswer {
    fileprivate var opened: OpenedSession? { if case .opened(let opened) = self { opened } else { nil } }

    fileprivate var isTooOften: Bool { if case .tooOften = self { true } else { false } }
}

extension PasswordAnswer {
    fileprivate var opened: OpenedSession? { if case .changed(let opened) = self { opened } else { nil } }
}

private let new = PasswordChange.example.new
private let wrong = Password(normalized: "a sentence that is wrong")

@Suite struct アカウントのバックエンドの契約 {
    @Suite struct 登録 {
        @Test(arguments: BackendAdapter.allCases)
        func アカウントと初めのセッションができる(adapter: BackendAdapter) async throws {
            try await adapter.withPlace { place in
                let opened = try await place.signUp()

                let now = place.clock.now
                let session = Session(id: opened.session, udid: .fixture(1), beganAt: now, lastUsedAt: now)
                #expect(opened.account.name == .example && opened.expiresAt == session.expiresAt)
                try await expect(
                    place.backend.session(of: opened.token),
                    equals: LoggedIn(account: opened.account, session: session))
            }
        }

        @Test(arguments: BackendAdapter.allCases)
        func 同じキーで繰り返せば同じアカウントの新しいセッションが始まる(adapter: BackendAdapter) async throws {
            try await adapter.withPlace { place in
                let first = try await place.signUp()

                let second = try await place.signUp()

                #expect(second.account == first.account)
                #expect(second.session != first.session && second.token != first.token)
                try await expect(place.isLoggedIn(second), equals: true)
            }
        }

        @Test(arguments: BackendAdapter.allCases)
        func 名前が使われていれば_違うキーでも違うパスワードでも拒否する(adapter: BackendAdapter) async throws {
            try await adapter.withPlace { place in
                let first = try await place.signUp()

                let answers = [
                    try await place.backend.signUp(.example, on: .fixture(2), under: InstallationKey(fixture: "k-2")),
                    try await place.backend.signUp(.example(wrong), on: .fixture(2), under: .example),
                ]

                #expect(answers == [.nameTaken, .nameTaken])
                try await expect(place.isLoggedIn(first), equals: true)
            }
        }

        /// A service reports only the first flaw.
        @Test(arguments: BackendAdapter.allCases)
        func 規則に合わなければ直すところを返し_何も記録しない(adapter: BackendAdapter) async throws {
            try await adapter.withPlace { place in
                for (credentials, flaw) in [
                    (Credentials.flawedExample, AccountFlaw.nameCharacters),
                    (.example(Password(normalized: "short")), .passwordTooShort),
                ] {
                    let answer = try await place.backend.signUp(credentials, on: .fixture(1), under: .example)

                    guard case .flawed(let flaws) = answer, flaws.first == flaw else {
                        Issue.record("\(answer)")
                        return
                    }
                    try await expect(place.backend.logIn(credentials, on: .fixture(1)), equals: .refused)
                }
                _ = try await place.signUp()
            }
        }
    }

    @Suite struct ログイン {
        @Test(arguments: BackendAdapter.allCases)
        func 正しい名前とパスワードでだけセッションが始まる(adapter: BackendAdapter) async throws {
            try await adapter.withPlace { place in
                let first = try await place.signUp()
                let unknown = Credentials(name: "bob", password: .example)

                for credentials in [.example(wrong), unknown, Credentials(name: "a b", password: .example)] {
                    try await expect(place.backend.logIn(credentials, on: .fixture(2)), equals: .refused)
                }

                let second = try await place.logIn()
                #expect(second.account == first.account && second.session != first.session)
                try await expect(place.isLoggedIn(first), equals: true)
                try await expect(place.isLoggedIn(second), equals: true)
            }
        }

        @Test(arguments: BackendAdapter.allCases)
        func 間違いが限りに達すれば正しいパスワードも断り_窓のあとに受け入れる(adapter: BackendAdapter) async throws {
            try await adapter.withPlace { place in
                _ = try await place.signUp()
                for _ in 0..<GuessRules.limit {
                    try await expect(place.backend.logIn(.example(wrong), on: .fixture(2)), equals: .refused)
                }

                let answer = try await place.backend.logIn(.example, on: .fixture(2))

                #expect(answer.isTooOften)
                place.clock.advance(by: GuessRules.window)
                _ = try await place.logIn()
            }
        }

        @Test(arguments: BackendAdapter.allCases)
        func 止められたアカウントはどこからも使えない(adapter: BackendAdapter) async throws {
            try await adapter.withPlace { place in
                let opened = try await place.signUp()
                _ = await place.registry.setLock(true, of: .example, at: place.clock.now)

                try await expect(place.backend.logIn(.example, on: .fixture(2)), equals: .refused)
                try await expect(place.isLoggedIn(opened), equals: false)
            }
        }
    }

    @Suite struct セッション {
        @Test(arguments: BackendAdapter.allCases)
        func ログアウトすればそのセッションだけが終わり_繰り返しても何も起こらない(adapter: BackendAdapter) async throws {
            try await adapter.withPlace { place in
                let (first, second) = (try await place.signUp(), try await place.logIn())

                for _ in 1...2 { try await place.backend.logOut(first.token) }

                try await expect(place.backend.session(of: first.token), equals: nil)
                try await expect(place.backend.sessions(of: first.token), equals: nil)
                try await expect(place.backend.export(of: first.token), equals: nil)
                try await expect(place.isLoggedIn(second), equals: true)
            }
        }

        @Test(arguments: BackendAdapter.allCases)
        func 使われないセッションは期限に終わる(adapter: BackendAdapter) async throws {
            try await adapter.withPlace { place in
                let opened = try await place.signUp()

                // This is a use.
                place.clock.advance(by: SessionRules.idleTime - .seconds(1))
                try await expect(place.isLoggedIn(opened), equals: true)
                place.clock.advance(by: SessionRules.idleTime)
                try await expect(place.isLoggedIn(opened), equals: false)
            }
        }

        @Test(arguments: BackendAdapter.allCases)
        func 一覧と書き出しはアカウントのすべてのセッションを含む(adapter: BackendAdapter) async throws {
            try await adapter.withPlace { place in
                let (first, second) = (try await place.signUp(), try await place.logIn())

                let list = try #require(try await place.backend.sessions(of: second.token))
                let export = try #require(try await place.backend.export(of: second.token))

                #expect(list.own == second.session)
                #expect(Set(list.sessions.map(\.id)) == [first.session, second.session])
                #expect(Set(list.sessions.map(\.udid)) == [.fixture(1), .fixture(2)])
                #expect(export.account == first.account && export.createdAt == first.account.id.time)
                #expect(Set(export.sessions) == Set(list.sessions))
            }
        }

        @Test(arguments: BackendAdapter.allCases)
        func ほかのセッションは今のパスワードでだけ終わる(adapter: BackendAdapter) async throws {
            try await adapter.withPlace { place in
                let backend = place.backend
                let (first, second) = (try await place.signUp(), try await place.logIn())
                let (third, own) = (try await place.logIn(device: 3), try await place.logIn(device: 4))

                for ended in [EndedSessions.one(first.session), .others] {
                    try await expect(backend.end(ended, with: Proof(password: wrong), by: own.token), equals: .refused)
                }
                try await expect(backend.end(.one(.fixture()), with: .example, by: own.token), equals: .unknown)
                try await expect(place.isLoggedIn(first), equals: true)
                try await expect(backend.end(.one(first.session), with: .example, by: own.token), equals: .ended)

                try await expect(backend.end(.one(first.session), with: .example, by: own.token), equals: .unknown)
                try await expect(backend.end(.others, with: .example, by: first.token), equals: .loggedOut)
                try await expect(place.isLoggedIn(second), equals: true)
                try await expect(backend.end(.others, with: .example, by: own.token), equals: .ended)
                try await expect(backend.end(.others, with: .example, by: own.token), equals: .ended)
                for former in [first, second, third] { try await expect(place.isLoggedIn(former), equals: false) }
                try await expect(place.isLoggedIn(own), equals: true)
            }
        }
    }

    @Suite struct デバイスの名前 {
        private func names(_ place: Place, _ opened: OpenedSession) async throws -> [UDID: DeviceName?] {
            let sessions = try #require(try await place.backend.sessions(of: opened.token)).sessions
            return Dictionary(uniqueKeysWithValues: sessions.map { ($0.udid, $0.device) })
        }

        @Test(arguments: BackendAdapter.allCases, [nil, DeviceName.fixture()])
        func 登録でもログインでもパスワードの変更でも送られる(adapter: BackendAdapter, name: DeviceName?) async throws {
            try await adapter.withPlace(named: name) { place in
                _ = try await place.signUp()
                let second = try await place.logIn()
                try await expect(names(place, second), equals: [.fixture(1): name, .fixture(2): name])
                // A session without a name, as an earlier version of the application began it.
                let account = try #require(await place.registry.account(named: .example))
                _ = await place.registry.begin(
                    .fixture(3, of: account.account.id, token: .fixture(3)), of: account, rehashed: nil,
                    forgetting: .fixture())

                let answer = try await place.backend.changePassword(
                    PasswordChange(old: .example, new: new), by: .fixture(3))

                let changed = try #require(answer.opened)
                try await expect(names(place, changed), equals: [.fixture(3): name])
                let export = try #require(try await place.backend.export(of: changed.token))
                #expect(export.sessions.map(\.device) == [name])
            }
        }
    }

    @Test(arguments: BackendAdapter.allCases)
    func デバイスの名前はそのデバイスだけが変え_次のログインのあとも残る(adapter: BackendAdapter) async throws {
        try await adapter.withPlace(named: .fixture()) { place in
            let (first, second) = (try await place.signUp(), try await place.logIn())

            try await expect(place.backend.nameDevice(.fixture(2), by: second.token), equals: true)
            try await place.backend.logOut(first.token)
            try await expect(place.backend.nameDevice(.fixture(3), by: first.token), equals: false)
            let again = try await place.logIn()

            try await expect(place.backend.nameDevice(.fixture(3), by: second.token), equals: false)
            let list = try #require(try await place.backend.sessions(of: again.token))
            #expect(list.sessions.map(\.device) == [.fixture(2)])
        }
    }

    @Suite struct パスワード {
        @Test(arguments: BackendAdapter.allCases)
        func 変えれば前のセッションはすべて終わり_新しいものだけが残る(adapter: BackendAdapter) async throws {
            try await adapter.withPlace { place in
                let (first, second) = (try await place.signUp(), try await place.logIn())

                let answer = try await place.backend.changePassword(
                    PasswordChange(old: .example, new: new), by: second.token)

                let opened = try #require(answer.opened)
                let list = try #require(try await place.backend.sessions(of: opened.token))
                #expect(list.sessions.map(\.id) == [opened.session] && list.sessions.map(\.udid) == [.fixture(2)])
                for former in [first, second] {
                    try await expect(
                        place.backend.changePassword(PasswordChange(old: new, new: .example), by: former.token),
                        equals: .loggedOut)
                }
                try await expect(place.backend.logIn(.example, on: .fixture(1)), equals: .refused)
                _ = try await place.logIn(new)
            }
        }

        @Test(arguments: BackendAdapter.allCases)
        func 今のパスワードが違うか新しいものが規則に合わなければ変わらない(adapter: BackendAdapter) async throws {
            try await adapter.withPlace { place in
                let opened = try await place.signUp()
                let short = Password(normalized: "short")

                try await expect(
                    place.backend.changePassword(PasswordChange(old: wrong, new: new), by: opened.token),
                    equals: .refused)
                try await expect(
                    place.backend.changePassword(PasswordChange(old: .example, new: short), by: opened.token),
                    equals: .flawed([.passwordTooShort]))

                try await expect(place.isLoggedIn(opened), equals: true)
                _ = try await place.logIn()
            }
        }

        @Test(arguments: BackendAdapter.allCases)
        func 復旧コードは一度だけ使え_セッションはすべて終わる(adapter: BackendAdapter) async throws {
            try await adapter.withPlace { place in
                let opened = try await place.signUp()
                let recovery = AccountRecovery(credentials: .example(new), code: .example)
                try await expect(place.backend.recover(recovery), equals: .refused)
                try await place.allowRecovery()

                for refused in [
                    AccountRecovery(credentials: .example(new), code: nil),
                    AccountRecovery(
                        credentials: .example(new), code: RecoveryCode(randomSource: SeededRandomSource(seed: 9))),
                    AccountRecovery(credentials: Credentials(name: "bob", password: new), code: .example),
                ] {
                    try await expect(place.backend.recover(refused), equals: .refused)
                }
                let flawed = AccountRecovery(credentials: .example(Password(normalized: "short")), code: .example)
                try await expect(place.backend.recover(flawed), equals: .flawed([.passwordTooShort]))
                try await expect(place.isLoggedIn(opened), equals: true)

                try await expect(place.backend.recover(recovery), equals: .recovered)
                try await expect(place.backend.recover(recovery), equals: .refused)
                try await expect(place.isLoggedIn(opened), equals: false)
                try await expect(place.backend.logIn(.example, on: .fixture(1)), equals: .refused)
                _ = try await place.logIn(new)
            }
        }

        @Test(arguments: BackendAdapter.allCases, [0, -1] as [Int64])
        func 復旧コードは期限までで_止められたアカウントには使えない(adapter: BackendAdapter, seconds: Int64) async throws {
            try await adapter.withPlace { place in
                _ = try await place.signUp()
                let recovery = AccountRecovery(credentials: .example(new), code: .example)
                try await place.allowRecovery()
                _ = await place.registry.setLock(true, of: .example, at: place.clock.now)
                try await expect(place.backend.recover(recovery), equals: .refused)
                _ = await place.registry.setLock(false, of: .example, at: place.clock.now)
                place.clock.advance(by: RecoveryRules.lifetime + .seconds(seconds))

                try await expect(place.backend.recover(recovery), equals: seconds < 0 ? .recovered : .refused)
            }
        }
    }

    @Test(arguments: BackendAdapter.allCases)
    func アカウントは今のパスワードでだけ消え_名前はまた使える(adapter: BackendAdapter) async throws {
        try await adapter.withPlace { place in
            let (first, second) = (try await place.signUp(), try await place.logIn())
            try await expect(
                place.backend.deleteAccount(with: Proof(password: wrong), withExport: false, by: first.token),
                equals: .refused)
            try await expect(place.isLoggedIn(second), equals: true)

            try await expect(
                place.backend.deleteAccount(with: .example, withExport: false, by: first.token), equals: .deleted(nil))

            for former in [first, second] {
                try await expect(place.isLoggedIn(former), equals: false)
                try await expect(
                    place.backend.deleteAccount(with: .example, withExport: false, by: former.token), equals: .loggedOut
                )
            }
            try await expect(place.backend.logIn(.example, on: .fixture(1)), equals: .refused)
            let again = try await place.signUp()
            #expect(again.account.name == first.account.name && again.account.id != first.account.id)
        }
    }
}
