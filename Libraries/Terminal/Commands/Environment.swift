import ArgumentParser
import Foundation
public import UsecasesEngine

/// The environment variables of the program. An empty variable counts as unset.
public struct Environment: Sendable {
    /// The environment of this process at the time of its first use.
    public static let process = Environment(variables: ProcessInfo.processInfo.environment)

    /// All variables by name, including empty ones.
    public let variables: [String: String]

    /// Creates an environment with these variables.
    public init(variables: [String: String]) {
        self.variables = variables
    }

    /// All variables that are set.
    public var set: [String: String] { variables.filter { !$0.value.isEmpty } }

    /// The value of the variable, or `nil` if it is unset or empty.
    public subscript(name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }

    /// The language of the first locale that is set, in POSIX order.
    var localeLanguage: Language {
        let locale = self["LC_ALL"] ?? self["LC_MESSAGES"] ?? self["LANG"] ?? ""
        return Language(rawValue: String(locale.prefix { $0.isLetter })) ?? .en
    }
}

#if canImport(Darwin)
extension Environment {
    /// Whether the system has no /proc although it needs it.
    static var lacksProc: Bool { false }

    /// The directory for the state of programs on Apple's systems.
    var stateHome: String { home + "/Library/Application Support" }
}
#else
extension Environment {
    /// Whether the system has no /proc although it needs it.
    static var lacksProc: Bool { access("/proc/self/task", R_OK) != 0 }

    /// The directory for the state of programs in the XDG base directory specification. The specification does not
    /// allow relative paths.
    var stateHome: String {
        if let named = self["XDG_STATE_HOME"], named.hasPrefix("/") { return named }
        return home + "/.local/state"
    }
}
#endif

extension Environment {
    /// Returns the state directory of the program if no option names a different one.
    public func stateDirectory(of product: Product) -> String { stateHome + "/\(product.name)" }

    private var home: String { self["HOME"] ?? NSHomeDirectory() }
}

extension Language {
    /// The language of the help, of argument errors, and of all messages before the options are parsed.
    @TaskLocal public static var spoken = Language.en

    /// Returns the language from the option, the variable or the locale. Invalid values are reported later, when the
    /// command is parsed.
    public static func spoken(with arguments: [String], in environment: Environment, by product: Product) -> Language {
        let given = GivenSettings<CommonSetting>(product: product, variables: environment.variables)
        return (try? LanguageArgument.parse(arguments).language) ?? (try? given.language) ?? environment.localeLanguage
    }
}

private struct LanguageArgument: ParsableCommand {
    static let configuration = CommandConfiguration(helpNames: [])

    @Option var language: Language?
    @Argument(parsing: .allUnrecognized) var others: [String] = []
}
