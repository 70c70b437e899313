#if Server
import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesAPIClient
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// One call of a backend of accounts. Numbers choose among the opened sessions.
private enum Call: Sendable {
    case signUp(name: String, Password, device: UInt64, key: String)
    case logIn(name: String, Password, device: UInt64, times: Int)
    case check(Int), logOut(Int), list(Int), export(Int)
    case endOthers(Password, by: Int)
    case recover(name: String, Password, RecoveryCode?)
    case delete(Password, by: Int)
    case end(Int, Password, by: Int)
    case change(Password, Password, by: Int)
    case publish(key: String)
    case wait(seconds: Int64)

    private static let passwords = [
        "a sentence that nobody says", "もう一つの_誰も言わない文章です", "quotes \" and \\ and / and é and 😀", "short",
        "passwordpassword",
    ].map { Password(normalized: $0) }

    static func random(_ choices: inout RandomChoices) -> Call {
        let (password, other) = (choices.one(of: passwords), choices.one(of: passwords))
        let (name, key) = (choices.one(of: ["ada", "Bob", "a b"]), choices.one(of: ["k-1", "k-2"]))
        let (one, two) = (choices.number(in: 0...5), choices.number(in: 0...5))
        let device: UInt64 = choices.number(in: 1...3)
        switch choices.number(in: 0...17) {
        case 0...3: return .signUp(name: name, password, device: device, key: key)
        case 4, 5: return .logIn(name: name, password, device: device, times: 1)
        case 6: return .logIn(name: name, password, device: device, times: choices.number(in: 9...11))
        case 7: return .check(one)
        case 8: return .list(one)
        case 9: return .end(one, password, by: two)
        case 10: return choices.isTrue() ? .endOthers(password, by: one) : .logOut(one)
        case 11, 12: return .change(password, other, by: one)
        case 13: return .publish(key: key)
        case 14: return .export(one)
        case 15: return .delete(password, by: one)
        case 16: return .recover(name: name, password, choices.one(of: [nil, .example]))
        default:
            return .wait(
                seconds: choices.number(
                    near: 0, GuessRules.window.milliseconds / 1000, SessionRules.idleTime.milliseconds / 1000,
                    within: 500))
        }
    }
}

/// Plays calls, and describes each answer as the client sees it. Numbers replace the random identifiers.
private struct Player {
    let backend: any Backend & AccountBackend
    let clock: ManualClock
    /// Separates the names of one history from the names of others.
    let prefix: String
    private var opened: [OpenedSession] = []
    private var udids: [UDID] = []

    init(_ backend: any Backend & AccountBackend, _ clock: ManualClock, _ prefix: String) {
        (self.backend, self.clock, self.prefix) = (backend, clock, prefix)
    }

    private func key(_ key: String) throws -> InstallationKey { try promised(InstallationKey(prefix + key)) }

    private func token(_ number: Int) -> SessionToken {
        opened.isEmpty ? .fixture() : opened[number % opened.count].token
    }

    private func number(of session: UUIDv7) -> Int? { opened.firstIndex { $0.session == session } }

    private mutating func note(_ session: OpenedSession) -> String {
        opened.append(session)
        let account = opened.firstIndex { $0.account.id == session.account.id } ?? -1
        return "session \(opened.count) of \(session.account.name), account of \(account), until \(session.expiresAt)"
    }

    /// A service reports only the first flaw, and whole seconds.
    private func shown(_ flaws: [AccountFlaw]) -> String { "\(flaws.prefix(1))" }
    private func shown(until: Timestamp?) -> String {
        "too often, \(until.map { "\(($0.milliseconds - clock.now.milliseconds + 999) / 1000) s" } ?? "")"
    }

    mutating func play(_ call: Call) async throws -> String {
        switch call {
        case .signUp(let name, let password, let device, let key):
            let credentials = Credentials(name: prefix + name, password: password)
            switch try await backend.signUp(credentials, on: .fixture(device), under: self.key(key)) {
            case .opened(let session): return note(session)
            case .flawed(let flaws): return shown(flaws)
            case .nameTaken: return "taken"
            case .tooOften(let until): return shown(until: until)
            }
        case .logIn(let name, let password, let device, let times):
            var answers: [String] = []
            for _ in 0..<times {
                let credentials = Credentials(name: prefix + name, password: password)
                switch try await backend.logIn(credentials, on: .fixture(device)) {
                case .opened(let session): answers.append(note(session))
                case .refused: answers.append("refused")
                case .codeNeeded, .wrongCode: answers.append("a code")
                case .tooOften(let until): answers.append(shown(until: until))
                }
            }
            return answers.joined(separator: ", ")
        case .check(let number):
            guard let found = try await backend.session(of: token(number)) else { return "none" }
            return "\(found.account.name), \(shown(found.session))"
        case .logOut(let number):
            try await backend.logOut(token(number))
            return "out"
        case .list(let number):
            guard let list = try await backend.sessions(of: token(number)) else { return "none" }
            // Sessions that began at the same time are in the order of their identifiers.
            return "\(self.number(of: list.own) ?? -1) of \(list.sessions.map { shown($0) }.sorted())"
        case .endOthers(let password, let number):
            return shown(try await backend.end(.others, with: Proof(password: password), by: token(number)))
        case .end(let session, let password, let number):
            let id = opened.isEmpty ? .fixture() : opened[session % opened.count].session
            return shown(try await backend.end(.one(id), with: Proof(password: password), by: token(number)))
        case .recover(let name, let password, let code):
            // The operator of neither has issued a code.
            let credentials = Credentials(name: prefix + name, password: password)
            switch try await backend.recover(AccountRecovery(credentials: credentials, code: code)) {
            case .recovered: return "recovered"
            case .flawed(let flaws): return shown(flaws)
            case .refused: return "refused"
            case .unproved(let fault): return "\(fault)"
            case .tooOften(let until): return shown(until: until)
            }
        case .change(let old, let new, let number):
            switch try await backend.changePassword(PasswordChange(old: old, new: new), by: token(number)) {
            case .changed(let session): return note(session)
            case .flawed(let flaws): return shown(flaws)
            case .refused: return "refused"
            case .unproved(let fault): return "\(fault)"
            case .tooOften(let until): return shown(until: until)
            case .loggedOut: return "logged out"
            }
        case .export(let number):
            guard let export = try await backend.export(of: token(number)) else { return "none" }
            return "\(export.account.name), \(export.createdAt), \(export.sessions.map { shown($0) }.sorted())"
        case .delete(let password, let number):
            switch try await backend.deleteAccount(
                with: Proof(password: password), withExport: false, by: token(number))
            {
            case .deleted: return "deleted"
            case .scheduled(let time, _): return "deleted at \(time)"
            case .refused: return "refused"
            case .unproved(let fault): return "\(fault)"
            case .tooOften(let until): return shown(until: until)
            case .loggedOut: return "logged out"
            }
        case .publish(let key):
            let udid = try await backend.publishUDID(for: self.key(key))
            if !udids.contains(udid) { udids.append(udid) }
            return "device \(udids.firstIndex(of: udid) ?? -1)"
        case .wait(let seconds):
            clock.advance(by: .seconds(max(0, seconds)))
            return "later"
        }
    }

    private func shown(_ answer: EndAnswer) -> String {
        if case .tooOften(let until) = answer { shown(until: until) } else { "\(answer)" }
    }

    private func shown(_ session: Session) -> String {
        "\(number(of: session.id) ?? -1) on \(session.udid), \(session.beganAt), \(session.lastUsedAt), \(session.expiresAt)"
    }
}

@Suite(.timeLimit(.minutes(5))) struct 内蔵のバックエンドとサービスの履歴 {
    private static func server(_ clock: ManualClock) -> Dependencies {
        .fixture(clock: clock, randomSource: SeededRandomSource(seed: 3))
    }

    @Test func でたらめな履歴のどこでも_利用者に見える答えは同じ() async throws {
        let clocks = (ManualClock(), ManualClock())
        let embedded = EmbeddedBackend(server: Self.server(clocks.0))
        try await RunningService.run(dependencies: Self.server(clocks.1)) { port in
            let client = LiveAPIClient(
                BackendAPIs(address: try BaseAddress("http://127.0.0.1:\(port)")), transport: NetworkTransport(),
                clock: SystemClock(), timeout: .seconds(60))
            let service = APIBackend(client: client, clock: clocks.1)
            var number = 0
            await forAll(15) {
                $0.list(0...16, of: Call.random)
            } holds: { calls in
                number += 1
                var players = (
                    Player(embedded, clocks.0, "h\(number)-"), Player(service, clocks.1, "h\(number)-")
                )
                for call in calls {
                    let expected = try await players.0.play(call)
                    try promise(try await players.1.play(call), is: expected)
                }
            }
        }
    }
}
#endif
