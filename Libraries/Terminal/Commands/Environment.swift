import ArgumentParser
import Foundation
public import Usecases
import UsecasesCBuild

/// The variables that the program was started with. An empty one counts as unset.
public struct Environment: Sendable {
    /// That of this process, as it was at its first use.
    public static let process = Environment(variables: ProcessInfo.processInfo.environment)

    /// The arguments of this process, after its name. The standard library finds none where /proc is missing, as in a plain
    /// chroot.
    static let arguments: [String] =
        CommandLine.arguments.isEmpty
        ? sequence(first: 0) { $0 + 1 }.lazy.map { process_argument($0) }.prefix { $0 != nil }
            .compactMap { $0.map { String(cString: $0) } }
        : Array(CommandLine.arguments)

    /// All variables by their names, also the empty ones.
    public let variables: [String: String]

    /// An environment of these variables.
    public init(variables: [String: String]) {
        self.variables = variables
    }

    /// All of them that are set.
    public var set: [String: String] { variables.filter { !$0.value.isEmpty } }

    /// The value of the variable; `nil` if it is unset or empty.
    public subscript(name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }

    /// The language of the first locale that is set, in the order of POSIX.
    var localeLanguage: Language {
        let locale = self["LC_ALL"] ?? self["LC_MESSAGES"] ?? self["LANG"] ?? ""
        return Language(rawValue: String(locale.prefix { $0.isLetter })) ?? .en
    }
}

#if os(macOS)
extension Environment {
    /// The directory in which programs keep their state on Apple's systems.
    var stateHome: String { home + "/Library/Application Support" }
}
#else
extension Environment {
    /// The directory in which programs keep their state by the XDG base directory specification, which has no relative
    /// paths.
    var stateHome: String {
        if let named = self["XDG_STATE_HOME"], named.hasPrefix("/") { return named }
        return home + "/.local/state"
    }
}
#endif

extension Environment {
    /// The directory in which the program keeps its state if no option names another.
    public func stateDirectory(of product: Product) -> String { stateHome + "/\(product.name)" }

    private var home: String { self["HOME"] ?? NSHomeDirectory() }
}

extension Language {
    /// The language of help, of errors in the arguments, and of all that is said before the options are read.
    @TaskLocal public static var spoken = Language.en

    /// That of the option, the variable or the locale. What is wrong with any of them is found when the command is read.
    public static func spoken(with arguments: [String], in environment: Environment, by product: Product) -> Language {
        let given = GivenSettings<CommonSetting>(product: product, variables: environment.variables)
        return (try? LanguageOption.parse(arguments).language) ?? (try? given.language) ?? environment.localeLanguage
    }
}

/// The option of the language, with whatever else is there.
private struct LanguageOption: ParsableCommand {
    static let configuration = CommandConfiguration(helpNames: [])

    @Option var language: Language?
    @Argument(parsing: .allUnrecognized) var others: [String] = []
}
