import ArgumentParser
import CalearningApplication
package import CalearningDomain
package import UsecasesEngine
package import UsecasesTerminal

/// The command for sessions. Without a subcommand, it lists the devices. Only the subcommands declare options, because
/// the parser would otherwise assign them to this command.
struct SessionsCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "sessions",
            abstract: Sentence(
                en: "List the devices that are logged in, log them out, or name this one.",
                ja: "ログイン中のデバイスの一覧を表示するか、ログアウトさせるか、このデバイスに名前を付ける。"),
            usage: """
                \(Product.own.name) sessions [<options>]
                \(Product.own.name) sessions end <id>|--others [--password-stdin] [--with-code] [<options>]
                \(Product.own.name) sessions name <name> [<options>]
                """,
            subcommands: [List.self, End.self, Name.self], defaultSubcommand: List.self)
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
                usage: "\(Product.own.name) sessions end <id>|--others [--password-stdin] [--with-code] [<options>]",
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
        @OptionGroup var code: WithCode
        @OptionGroup var options: CommonOptions<CompositionRoot>

        func validate() throws {
            guard (id != nil) != others else { throw ValidationError(SessionsCommand.noSession) }
        }

        @MainActor func run() async throws {
            let program = try await input.program(with: options)
            let scene = EndSession.initial(
                ended: id.map { .one($0) } ?? .others,
                proof: try await input.proof(code, in: program.settings.language))
            try await program.run { await $0.dispatch(scene) }
        }
    }

    struct Name: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "name",
                abstract: Sentence(en: "Name this device.", ja: "このデバイスに名前を付ける。"),
                usage: "\(Product.own.name) sessions name <name> [<options>]",
                discussion: Sentence(
                    en: "The list of devices shows the name. Without one, it is the name of this host.",
                    ja: "名前はデバイスの一覧に表示される。付けなければ、このホストの名前になる。"))
        }

        @Argument(
            help: ArgumentHelp(Sentence(en: "1 to 64 visible characters.", ja: "見える文字で1〜64文字。")),
            transform: { text in
                guard let name = DeviceName(text) else { throw ValidationError(SessionsCommand.malformedName) }
                return name
            })
        var name: DeviceName

        @OptionGroup var options: CommonOptions<CompositionRoot>

        @MainActor func run() async throws {
            let scene = NameDevice.initial(name: name)
            try await options.program().run { await $0.dispatch(scene) }
        }
    }

    fileprivate static let malformedName = UsageError.malformed(.deviceNameRule)
    fileprivate static let malformedID = UsageError.malformed(
        Sentence(
            en: "A session is named by 36 characters, as `\(Product.own.name) sessions` lists it.",
            ja: "セッションは`\(Product.own.name) sessions`が示す36文字で指定してください。"))
    fileprivate static let noSession = UsageError.malformed(
        Sentence(
            en: "Say which session ends: its identifier, or --others for all but this one.",
            ja: "終わらせるセッションの識別子か、このデバイス以外のすべてを表す --others の、どちらか一方を指定してください。"))
}

extension ShowSessions: CommandedUsecase, PagedUsecase {
    static var command: any ParsableCommand.Type { SessionsCommand.self }

    static let isSafe = true

    static let exitStatuses: [ExitStatus: [Sentence]] = [.notAllowed: [.nobodyLoggedIn]]

    static func show(_ scenario: Scenario<ShowSessions>) -> Screen {
        switch scenario.goal {
        case .アプリはログイン中の端末を表示(let list):
            .sessions(list, at: scenario.walk.startedAt)
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
        .notAllowed: [.wrongNameOrPassword, .wrongCode, .nobodyLoggedIn], .tryAgainLater: [.tooOften],
    ]

    static func show(_ scenario: Scenario<EndSession>) -> Screen {
        switch scenario.goal {
        case .アプリは端末がログアウトしたことを表示(let list):
            .sessions(
                list, at: scenario.walk.startedAt,
                notice: Sentence(en: "The device is logged out.", ja: "デバイスをログアウトさせました。"))
        case .セッションがない場合_アプリはないことを表示(let list):
            .sessions(
                list, at: scenario.walk.startedAt,
                notice: Sentence(en: "No such session exists.", ja: "そのようなセッションはありません。"),
                exitStatus: .refusedByServer)
        case .パスワードが違う場合_アプリは違うことを表示(let ended, let list):
            .endOfSessions(ended, of: list, remark: .wrongPassword, exitStatus: .notAllowed)
        case .コードが要る場合_アプリはコードを尋ねる(let ended, let list):
            .endOfSessions(ended, of: list, fault: .needed, exitStatus: .notAllowed)
        case .コードが違う場合_アプリは違うことを表示(let ended, let list):
            .endOfSessions(ended, of: list, fault: .wrong, exitStatus: .notAllowed)
        case .間違いが多すぎる場合_アプリは次に試せる時刻を表示(let ended, let list, let until):
            .endOfSessions(
                ended, of: list, notice: .tooOften(until: until, at: scenario.walk.startedAt),
                exitStatus: .tryAgainLater)
        case .ログインしていない場合_アプリはログイン画面を表示:
            .nobodyLoggedIn
        }
    }
}

extension NameDevice: PagedUsecase {
    static let needsUser = true

    static func form(with texts: [String: String], for user: String?) -> Screen? { .deviceName(of: nil) }

    static let exitStatuses: [ExitStatus: [Sentence]] = [.notAllowed: [.nobodyLoggedIn]]

    static func show(_ scenario: Scenario<NameDevice>) -> Screen {
        switch scenario.goal {
        case .アプリは端末に名前が付いたことを表示(let name, let list):
            .sessions(
                list, at: scenario.walk.startedAt,
                notice: Sentence(en: "This device is named \(name).", ja: "このデバイスの名前を\(name)にしました。"))
        case .ログインしていない場合_アプリはログイン画面を表示:
            .nobodyLoggedIn
        }
    }
}

/// The name of this device that was typed.
struct NameDeviceSubmission: Submission {
    typealias Target = NameDevice

    let list: SessionList?

    func behaviour(with entry: FormEntry) -> Behaviour {
        Behaviour(NameDevice.initial(name: name(entry) ?? .example, list: list))
    }

    func objection(to entry: FormEntry) -> Screen? {
        name(entry) == nil ? .deviceName(of: list, remark: .deviceNameRule) : nil
    }

    private func name(_ entry: FormEntry) -> DeviceName? { DeviceName(entry["name"].reveal()) }
}

extension Sentence {
    fileprivate static let deviceNameRule = Sentence(
        en: "A name of a device has 1 to \(DeviceName.limit) visible characters.",
        ja: "デバイスの名前は、見える文字で1〜\(DeviceName.limit)文字です。")
}

extension Screen {
    /// Returns the form for the name of this device.
    package static func deviceName(of list: SessionList?, remark: Sentence? = nil) -> Screen {
        Screen(
            "device-name",
            Form(
                heading: Sentence(en: "Name of this device", ja: "このデバイスの名前"),
                fields: [Form.Field(name: "name", label: .accountName, hint: .deviceNameRule, remark: remark)],
                action: Sentence(en: "save", ja: "保存"), submission: NameDeviceSubmission(list: list),
                paragraphs: list?.sessions.first { $0.id == list?.own }?.device.map {
                    [Sentence(en: "It is now \($0).", ja: "今は\($0)です。")]
                } ?? []))
    }
}

extension Screen {
    /// Returns the screen with the logged-in devices, if they are known, at the time `now`. `notice` describes the
    /// previous event.
    package static func sessions(
        _ list: SessionList?, at now: Timestamp, notice: Sentence? = nil, exitStatus: ExitStatus = .success
    ) -> Screen {
        let sessions = list?.sessions ?? []
        let endsOthers = sessions.count > 1 ? [KeyBinding.endOthers(of: list)] : []
        return Screen(
            "sessions",
            Choices(
                heading: Sentence(en: "Devices that are logged in", ja: "ログイン中のデバイス"),
                notice: notice,
                list: sessions.map { Choices.Choice($0, of: list, at: now) },
                keys: endsOthers + [.nameDevice(of: list), .quit]),
            exitStatus: exitStatus, place: Behaviour(ShowSessions.initial))
    }
}

extension Screen {
    /// Returns the form that asks for the password before other devices are logged out.
    package static func endOfSessions(
        _ ended: EndedSessions, of list: SessionList?, notice: Sentence? = nil, remark: Sentence? = nil,
        fault: CodeFault? = nil, exitStatus: ExitStatus = .success
    ) -> Screen {
        let heading =
            ended == .others
            ? Sentence(en: "Log all other devices out", ja: "ほかのデバイスをすべてログアウトさせる")
            : Sentence(en: "Log a device out", ja: "デバイスをログアウトさせる")
        let subject =
            switch ended {
            case .one(let id):
                list?.sessions.first { $0.id == id }.map { [$0.deviceName, $0.udidLine] } ?? [Sentence("\(id)")]
            case .others: [Sentence(en: "All devices but this one", ja: "このデバイス以外のすべて")]
            }
        return Screen(
            "end-sessions",
            Form(
                heading: heading,
                notice: notice,
                fields: [.password(remark), .secondCode(fault)],
                action: Sentence(en: "log out", ja: "ログアウトさせる"),
                submission: EndSessionSubmission(ended: ended, list: list),
                paragraphs: subject),
            exitStatus: exitStatus)
    }
}

extension Session {
    /// The name of the device for its owner.
    var deviceName: Sentence {
        device.map { Sentence($0.rawValue) } ?? Sentence(en: "Device without a name", ja: "名前のないデバイス")
    }

    fileprivate var udidLine: Sentence { .udid(udid) }
}

extension Choices.Choice {
    fileprivate init(_ session: Session, of list: SessionList?, at now: Timestamp) {
        let isOwn = session.id == list?.own
        let name = session.deviceName
        let title =
            isOwn ? Sentence(en: "\(name) (this device)", ja: "\(name.text(in: .ja)) (このデバイス)") : name
        func times(_ text: (Timestamp, Language) -> String) -> Sentence {
            Sentence(
                en: "Logged in: \(text(session.beganAt, .en)). Last used: \(text(session.lastUsedAt, .en)).",
                ja: "ログイン: \(text(session.beganAt, .ja))、最後の使用: \(text(session.lastUsedAt, .ja))")
        }
        let details = [
            // The command that ends a session takes this identifier.
            Sentence(en: "Session: \(session.id)", ja: "セッション: \(session.id)"), session.udidLine,
            times { time, _ in time.toTheSecond },
        ]
        self.init(
            lines: [title, session.udidLine, times { RelativeTime($0, at: now).sentence.text(in: $1) }],
            plainLines: [title]
                + details.map { Sentence(en: "  " + $0.text(in: .en), ja: "  " + $0.text(in: .ja)) },
            keys: [isOwn ? .logOutHere : .end(session.id, of: list)], subject: name)
    }
}

extension KeyBinding {
    fileprivate static func end(_ session: UUIDv7, of list: SessionList?) -> KeyBinding {
        KeyBinding("e", Sentence(en: "log it out", ja: "ログアウトさせる"), .show(.endOfSessions(.one(session), of: list)))
    }

    /// A device ends its own session with a logout, to forget the session as well.
    fileprivate static let logOutHere = KeyBinding("e", logOut.action, logOut.effect)

    fileprivate static func nameDevice(of list: SessionList?) -> KeyBinding {
        KeyBinding("n", Sentence(en: "name this device", ja: "このデバイスに名前を付ける"), .show(.deviceName(of: list)))
    }

    fileprivate static func endOthers(of list: SessionList?) -> KeyBinding {
        KeyBinding(
            "o", Sentence(en: "log all others out", ja: "ほかをすべてログアウトさせる"), .show(.endOfSessions(.others, of: list)))
    }
}
