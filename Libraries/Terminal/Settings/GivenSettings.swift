public import ArgumentParser
public import Usecases

/// Settings as they were given. All commands look for them in the same order: the option, the variable, the file.
public struct GivenSettings<Name: SettingName>: Sendable {
    /// A value as it was given, and the name of its source for people.
    package struct Given: Sendable {
        /// The value, unchecked.
        public let text: String
        package let source: String
    }

    /// The one whose settings they are.
    package let product: Product
    /// The options as they were typed.
    private let options: [Name: String]
    /// The environment variables.
    package let variables: [String: String]
    private let file: (path: String, values: [Name: String])?

    package init(
        product: Product, options: [Name: String] = [:], variables: [String: String],
        file: (path: String, values: [Name: String])? = nil
    ) {
        self.product = product
        self.options = options
        self.variables = variables
        self.file = file
    }

    package subscript(name: Name) -> Given? {
        if let text = options[name] { return Given(text: text, source: name.option) }
        if let text = variables[name.variable(of: product)], !text.isEmpty || name.isDecisive {
            return Given(text: text, source: name.variable(of: product))
        }
        return file.flatMap { file in
            file.values[name].map { Given(text: $0, source: "\(name.name) in \(file.path)") }
        }
    }
}

/// For the commands whose options the parser of arguments has checked before: only the environment is left, and its
/// first mistake is thrown.
extension GivenSettings {
    /// The text of a setting, unchecked; `nil` if it is not given.
    public func text(of name: Name) -> String? { self[name]?.text }

    /// The value of a setting; `nil` if it is not given. Throws a usage error that names the source and what is allowed
    /// if the text has no value of this type.
    public func value<Value: ExpressibleByArgument>(
        of name: Name, allowed: @autoclosure () -> UsageError.Expectation
    ) throws -> Value? {
        guard let given = self[name] else { return nil }
        guard let value = Value(argument: given.text) else {
            throw ValidationError(.invalidVariable(given.source, value: given.text, allowed()))
        }
        return value
    }

    /// The value of a setting with a fixed set of values; `nil` if it is not given. Throws a usage error that lists the
    /// set if the text is not in it.
    public func value<Value: ExpressibleByArgument & CaseIterable>(of name: Name) throws -> Value? {
        try value(of: name, allowed: .oneOf(Value.allValueStrings))
    }

    func isOn(_ name: Name) throws -> Bool {
        guard let given = self[name] else { return false }
        switch given.text.lowercased() {
        case "0", "no", "off", "false": return false
        case "1", "yes", "on", "true": return true
        case _: throw ValidationError(.invalidVariable(given.source, value: given.text, .truth))
        }
    }
}

/// The settings of every command that runs a use case.
enum CommonSetting: String, SettingName, CaseIterable {
    case store
    case stateDir = "state-dir"
    case format
    case timeout
    case splash
    case trace
    case record
    case language
    case caFile = "ca-file"
    case allowPlainHTTP = "allow-plain-http"
}

extension GivenSettings<CommonSetting> {
    /// The language of sentences if no option gives it: that of the variable, or else of the locale.
    public var language: Language {
        get throws { try value(of: .language) ?? Environment(variables: variables).localeLanguage }
    }
}

/// A setting, by its name as an option and in a file; the name of its variable follows from that.
public protocol SettingName: Hashable, Sendable {
    var name: String { get }
    /// Whether it determines where data go, whether they are encrypted, or who is trusted: an empty value is then a
    /// mistake, and not the same as none.
    var isDecisive: Bool { get }
}

extension SettingName {
    /// `false` by default: an empty variable is the same as none.
    public var isDecisive: Bool { false }
    /// The option as it is typed, such as `--state-dir`.
    public var option: String { "--" + name }
    /// The environment variable of a product, such as `SHOP_STATE_DIR`.
    public func variable(of product: Product) -> String { product.variable(name) }
}

extension SettingName where Self: RawRepresentable<String> {
    /// The raw value.
    public var name: String { rawValue }
}
