import ArgumentParser
import CalearningApplication
import CalearningDomain
import UsecasesEngine
package import UsecasesTerminal

struct BootCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "boot",
            abstract: Sentence(
                en: "Start the application: get the device its UDID, then show the tutorial or the login screen.",
                ja: "アプリを起動する。デバイスのUDIDを取得し、チュートリアルかログイン画面を表示する。"),
            usage: "\(Product.own.name) boot [<options>]")
    }

    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let program = try options.program()
        try await program.present { await $0.dispatch(Boot.initial) }
    }
}

extension Boot: CommandedUsecase, PagedUsecase {
    static var command: any ParsableCommand.Type { BootCommand.self }

    static let waiting: Screen? = .splash

    static func isFirstStart(_ scenario: Scenario<Boot>) -> Bool {
        scenario.scenes.contains(.alternate(.UDIDがない場合_アプリはUDIDを取得する))
    }

    static func show(_ scenario: Scenario<Boot>) -> Screen {
        switch scenario.goal {
        case .チュートリアル完了の記録がある場合_アプリはログイン画面を表示(let udid): .login(udid: udid)
        case .チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示: .tutorial
        }
    }
}

/// The view of the starting application. It shows the name, a moving light and the current activity.
struct SplashView: View {
    private static let logo = [
        #"  ___   _   _                       _           "#,
        #" / __| /_\ | |   ___ __ _ _ _ _ _  (_)_ _  __ _ "#,
        #"| (__ / _ \| |__/ -_) _` | '_| ' \ | | ' \/ _` |"#,
        #" \___/_/ \_\____\___\__,_|_| |_||_||_|_||_\__, |"#,
        #"                                          |___/ "#,
    ]
    private static let name = "\(Product.own.title)"
    private static let barWidth = 24

    func lines(in frame: Frame) -> [Line] {
        let hasLogo = frame.columns >= 50 && frame.rows >= 12
        let title = (hasLogo ? Self.logo : [Self.name]).map {
            Line($0.truncated(to: frame.columns).centred(in: frame.columns), style: .heading)
        }
        let scene = frame.scene?.text(in: frame.language).printable
        let doing = scene?.wrapped(to: max(0, frame.columns - 2)).prefix(4) ?? []
        let progress =
            [Line(), Line(Self.bar(in: frame).centred(in: frame.columns)), Line()]
            + doing.map { Line($0.centred(in: frame.columns), style: .faint) }
        // The lines below the title vary, but the title stays at its position.
        let height = title.count + 5
        let top = Array(repeating: Line(), count: max(0, (frame.rows - height) / 2))
        return Array((top + title + progress).prefix(max(0, frame.rows)))
    }

    /// Returns a line with a light that moves back and forth.
    private static func bar(in frame: Frame) -> String {
        let width = min(barWidth, frame.columns)
        guard width > 3 else { return "" }
        let way = width - 3
        let step = frame.phase % (2 * way)
        let position = step < way ? step : 2 * way - step
        return String(repeating: "─", count: position) + "━━━" + String(repeating: "─", count: way - position)
    }

    func plainLines(in language: Language) -> [String] { [Self.name] }
}

extension Screen {
    /// The screen of the starting application.
    package static let splash = Screen("splash", SplashView())
}
