import ArgumentParser
import CalearningApplication
package import CalearningDomain
package import Usecases
package import UsecasesTerminal

/// The command for sessions. Without a subcommand, it lists the devices. Only the subcommands declare options, because
/// the parser would otherwise assign them to this command.
struct SessionsCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "sessions",
            abstract: Sentence(
                en: "List the devices that are logged in, or log them out.", ja: "ログイン中のデバイスの一覧を表示するか、ログアウトさせる。"),
            usage: """
                \(Product.own.name) sessions [<options>]
                \(Product.own.name) sessions end <id>|--others [--password-stdin] [<options>]
                """,
            subcommands: [List.self, End.self], defaultSubcommand: List.self)
    }

    struct List: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "list",
                abstract: Sentence(en: "List the devices that are logged in.", ja: "ログイン中のデバイスの一覧を表示する。"),
                usage: "\(Product.own.name) sessions [<options>]")
        }

        @OptionGroup var options: CommonOptions<CompositionRoot>

        @MainActor func run() async throws {
            try await options.program().run { await $0.dispatch(ShowSessions.initial) }
        }
    }

    struct End: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "end",
                abstract: Sentence(en: "Log another device out, or all others.", ja: "ほかのデバイスをひとつ、またはすべてログアウトさせる。"),
                usage: "\(Product.own.name) sessions end <id>|--others [--password-stdin] [<options>]",
                discussion: Sentence(en: "The password of the account is needed.", ja: "アカウントのパスワードが必要。"))
        }

        @Argument(
            help: ArgumentHelp(
                Sentence(
                    en: "The session, as `\(Product.own.name) sessions` lists it.",
                    ja: "`\(Product.own.name) sessions`が示すセッション。")),
            transform: { text in
                guard let id = UUIDv7(text) else { throw ValidationError(SessionsCommand.malformedID) }
                return id
            })
        var id: UUIDv7?

        @Flag(help: ArgumentHelp(Sentence(en: "All devices but this one.", ja: "このデバイス以外のすべて。")))
        var others = false

        @OptionGroup var input: PasswordInput
        @OptionGroup var options: CommonOptions<CompositionRoot>

        func validate() throws {
            guard (id != nil) != others else { throw ValidationError(SessionsCommand.noSession) }
        }

        @MainActor func run() async throws {
            let program = try options.program()
            let scene = EndSession.initial(
                ended: id.map { .one($0) } ?? .others,
                password: try await input.password(in: program.settings.language))
            try await program.run { await $0.dispatch(scene) }
        }
    }

    fileprivate static let malformedID = UsageError.malformed(
        Sentence(
            en: "A session is named by 36 characters, as `\(Product.own.name) sessions` lists it.",
            ja: "セッションは`\(Product.own.name) sessions`が示す36文字で指定してください。"))
    fileprivate static let noSession = UsageError.malformed(
        Sentence(
            en: "Say which session ends: its identifier, or --others for all but this one.",
            ja: "終わらせるセッションの識別子か、このデバイス以外のすべてを表す --others の、どちらか一方を指定してください。"))
}

extension ShowSessions: CommandedUsecase {
    static var command: any ParsableCommand.Type { SessionsCommand.self }
    static var usageErrors: [UsageError] { [SessionsCommand.malformedID, SessionsCommand.noSession] }
}

extension ShowSessions: PagedUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [.notAllowed: [.nobodyLoggedIn]]

    static func show(_ scenario: Scenario<ShowSessions>) -> Screen {
        switch scenario.goal {
        case .アプリはログイン中の端末を表示(let list):
            .sessions(list)
        case .ログインしていない場合_アプリはログイン画面を表示:
            .nobodyLoggedIn
        }
    }
}

extension EndSession: PagedUsecase {
    static let needsUser = true

    static func form(with texts: [String: String], for user: String?) -> Screen? {
        if let id = texts["id"].flatMap({ UUIDv7($0) }) { return .endOfSessions(.one(id), of: nil) }
        return texts["others"] == nil ? nil : .endOfSessions(.others, of: nil)
    }

    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .refusedByServer: [Sentence(en: "the session does not exist", ja: "そのセッションはない")],
        .notAllowed: [.wrongNameOrPassword, .nobodyLoggedIn], .tryAgainLater: [.tooOften],
    ]

    static func show(_ scenario: Scenario<EndSession>) -> Screen {
        switch scenario.goal {
        case .アプリは端末がログアウトしたことを表示(let list):
            .sessions(list, notice: Sentence(en: "The device is logged out.", ja: "デバイスをログアウトさせました。"))
        case .セッションがない場合_アプリはないことを表示(let list):
            .sessions(
                list, notice: Sentence(en: "No such session exists.", ja: "そのようなセッションはありません。"),
                exitStatus: .refusedByServer)
        case .パスワードが違う場合_アプリは違うことを表示(let ended, let list):
            .endOfSessions(
                ended, of: list, remark: Sentence(en: "The password is wrong.", ja: "パスワードが違います。"),
                exitStatus: .notAllowed)
        case .間違いが多すぎる場合_アプリは次に試せる時刻を表示(let ended, let list, let until):
            .endOfSessions(ended, of: list, notice: .tooOften(until: until), exitStatus: .tryAgainLater)
        case .ログインしていない場合_アプリはログイン画面を表示:
            .nobodyLoggedIn
        }
    }
}

extension Screen {
    /// Returns the screen with the logged-in devices, if they are known. `notice` describes the previous event.
    package static func sessions(
        _ list: SessionList?, notice: Sentence? = nil, exitStatus: ExitStatus = .success
    ) -> Screen {
        let sessions = list?.sessions ?? []
        let endsOthers = sessions.count > 1 ? [KeyBinding.endOthers(of: list)] : []
        return Screen(
            "sessions",
            Choices(
                heading: Sentence(en: "Devices that are logged in", ja: "ログイン中のデバイス"),
                notice: notice,
                list: sessions.map { Choices.Choice($0, of: list) },
                keys: endsOthers + [.quit]),
            exitStatus: exitStatus, place: Behaviour(ShowSessions.initial))
    }
}

extension Screen {
    /// Returns the form that asks for the password before other devices are logged out.
    package static func endOfSessions(
        _ ended: EndedSessions, of list: SessionList?, notice: Sentence? = nil, remark: Sentence? = nil,
        exitStatus: ExitStatus = .success
    ) -> Screen {
        let subject =
            switch ended {
            case .one(let id):
                list?.sessions.first { $0.id == id }.map { Sentence("\($0.udid)") } ?? Sentence("\(id)")
            case .others: Sentence(en: "All devices but this one", ja: "このデバイス以外のすべて")
            }
        return Screen(
            "end-sessions",
            Form(
                heading: Sentence(en: "Log other devices out", ja: "ほかのデバイスをログアウトさせる"),
                notice: notice,
                fields: [.password(remark)],
                action: Sentence(en: "log out", ja: "ログアウトさせる"),
                submission: EndSessionSubmission(ended: ended, list: list),
                paragraphs: [subject]),
            exitStatus: exitStatus)
    }
}

extension Choices.Choice {
    fileprivate init(_ session: Session, of list: SessionList?) {
        let isOwn = session.id == list?.own
        let own = isOwn ? Sentence(en: " (this device)", ja: " (このデバイス)") : Sentence("")
        func named(_ name: String) -> Sentence {
            Sentence(en: name + own.text(in: .en), ja: name + own.text(in: .ja))
        }
        let times = Sentence(
            en: "since \(session.beganAt.toTheSecond), last used at \(session.lastUsedAt.toTheSecond)",
            ja: "\(session.beganAt.toTheSecond)に開始、最後の使用は\(session.lastUsedAt.toTheSecond)")
        func indented(_ sentence: Sentence) -> Sentence {
            Sentence(en: "  " + sentence.text(in: .en), ja: "  " + sentence.text(in: .ja))
        }
        self.init(
            lines: [named("\(session.udid)"), times],
            // The command that ends a session takes this identifier.
            plainLines: [
                named("\(session.id)"), indented(Sentence("UDID: \(session.udid)")), indented(times),
            ],
            keys: [isOwn ? .logOutHere : .end(session.id, of: list)])
    }
}

extension KeyBinding {
    fileprivate static func end(_ session: UUIDv7, of list: SessionList?) -> KeyBinding {
        KeyBinding(
            name: "e", action: Sentence(en: "log it out", ja: "ログアウトさせる"), keys: [.character("e")],
            effect: .show(.endOfSessions(.one(session), of: list)))
    }

    /// A device ends its own session with a logout, to forget the session as well.
    fileprivate static let logOutHere = KeyBinding(
        name: "e", action: logOut.action, keys: [.character("e")], effect: logOut.effect)

    fileprivate static func endOthers(of list: SessionList?) -> KeyBinding {
        KeyBinding(
            name: "o", action: Sentence(en: "log all others out", ja: "ほかをすべてログアウトさせる"),
            keys: [.character("o")],
            effect: .show(.endOfSessions(.others, of: list)))
    }
}
