import Domain
import Foundation

/// The variables that the program was started with. An empty one counts as unset.
struct Environment: Sendable {
    /// That of this process, as it was at its first use.
    static let process = Environment(variables: readVariables())

    let variables: [String: String]

    init(variables: [String: String]) {
        self.variables = variables
    }

    /// All of them that are set.
    var set: [String: String] { variables.filter { !$0.value.isEmpty } }

    subscript(name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }

    /// The language of messages about the arguments themselves.
    func spokenLanguage(with arguments: [String]) -> Language {
        let option = CommonSetting.language.option
        let separate = arguments.dropLast().lastIndex(of: option).map { arguments[$0 + 1] }
        let joined = arguments.last { $0.hasPrefix(option + "=") }
        let typed = separate ?? joined.map { String($0.dropFirst(option.count + 1)) }
        let named = typed ?? self[CommonSetting.language.variable]
        return named.flatMap { Language(rawValue: $0) } ?? localeLanguage
    }

    /// The language of the first locale that is set, in the order of POSIX.
    var localeLanguage: Language {
        let locale = self["LC_ALL"] ?? self["LC_MESSAGES"] ?? self["LANG"] ?? ""
        return Language(rawValue: String(locale.prefix { $0.isLetter })) ?? .en
    }
}

extension Environment {
    /// Foundation's own dictionary of them takes several times as long to make. Of variables with the same name the first
    /// one counts, as for `getenv`.
    private static func readVariables() -> [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            next += 1
            guard let end = text.utf8.firstIndex(of: UInt8(ascii: "=")), end > text.startIndex else { continue }
            let name = String(text[..<end])
            if variables[name] == nil { variables[name] = String(text[text.utf8.index(after: end)...]) }
        }
        return variables
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
    /// The directory in which this program keeps its state if no option names another.
    var stateDirectory: String { stateHome + "/\(Product.name)" }

    private var home: String { self["HOME"] ?? NSHomeDirectory() }
}
