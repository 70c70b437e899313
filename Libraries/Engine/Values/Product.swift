/// The names of a program on the command line, in messages, in files and in metrics.
public struct Product: Sendable, Hashable {
    /// The name of the program, and the prefix of all names that must not clash with names of other programs.
    public let name: String
    /// The name for display.
    public let title: String
    /// The version of the program.
    public let version: String

    /// Creates a product. `name` is for commands and files. `title` is for display, by default the name with a capital.
    public init(name: String, title: String? = nil, version: String) {
        self.name = name
        self.title = title ?? name.prefix(1).uppercased() + name.dropFirst()
        self.version = version
    }

    /// Returns the name of an environment variable, such as `SHOP_STATE_DIR` for `state-dir`.
    public func variable(_ setting: String) -> String {
        variablePrefix + String(setting.uppercased().map { $0 == "-" ? "_" : $0 })
    }

    /// The prefix of the names of its environment variables.
    public var variablePrefix: String { String(name.uppercased().map { $0 == "-" ? "_" : $0 }) + "_" }
}
