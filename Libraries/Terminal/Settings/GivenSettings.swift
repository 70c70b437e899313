public import ArgumentParser
public import UsecasesEngine

/// The settings as given. All commands search in the same order, first the option, then the variable, then the other
/// places.
public struct GivenSettings<Name: SettingName>: Sendable {
    /// A value as given, and the display name of its source.
    package struct Given: Sendable {
        /// The unchecked value.
        public let text: String
        package let source: Sentence
    }

    /// The product that the settings belong to.
    package let product: Product
    private let options: [Name: String]
    package let variables: [String: String]
    /// The files and providers with settings, in the order of the search.
    package var places: [(name: String, values: [Name: String])] = []

    package init(product: Product, options: [Name: String] = [:], variables: [String: String]) {
        self.product = product
        self.options = options
        self.variables = variables
    }

    package subscript(name: Name) -> Given? {
        if let text = options[name] { return Given(text: text, source: Sentence(name.option)) }
        if let text = variables[name.variable(of: product)], !text.isEmpty || name.isDecisive {
            return Given(text: text, source: Sentence(name.variable(of: product)))
        }
        for place in places {
            guard let text = place.values[name] else { continue }
            let source = Sentence(en: "\(name.name) in \(place.name)", ja: "\(place.name) の \(name.name)")
            return Given(text: text, source: source)
        }
        return nil
    }
}

/// Lookups for commands whose options the argument parser has already checked. Only the environment is left, and its
/// first error is thrown.
extension GivenSettings {
    /// Returns the unchecked text of a setting, or `nil` if it is not given.
    public func text(of name: Name) -> String? { self[name]?.text }

    /// Returns the value of a setting, or `nil` if it is not given. If the text has no value of this type, throws a
    /// usage error that names the source and the allowed values.
    public func value<Value: ExpressibleByArgument>(
        of name: Name, allowed: @autoclosure () -> UsageError.Expectation
    ) throws -> Value? {
        guard let given = self[name] else { return nil }
        guard let value = Value(argument: given.text) else {
            throw ValidationError(.invalidVariable(given.source.text(in: .spoken), value: given.text, allowed()))
        }
        return value
    }

    /// Returns the value of a setting with a fixed set of values, or `nil` if it is not given. If the text is not in
    /// the set, throws a usage error that lists the set.
    public func value<Value: ExpressibleByArgument & CaseIterable>(of name: Name) throws -> Value? {
        try value(of: name, allowed: .oneOf(Value.allValueStrings))
    }

    func isOn(_ name: Name) throws -> Bool {
        guard let given = self[name] else { return false }
        switch given.text.lowercased() {
        case "0", "no", "off", "false": return false
        case "1", "yes", "on", "true": return true
        case _: throw ValidationError(.invalidVariable(given.source.text(in: .spoken), value: given.text, .truth))
        }
    }
}

/// The settings of every command that runs a use case.
package enum CommonSetting: String, SettingName, CaseIterable {
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
    /// The language from the variable, or otherwise from the locale. It applies if no option gives a language.
    public var language: Language {
        get throws { try value(of: .language) ?? Environment(variables: variables).localeLanguage }
    }
}

/// A setting, identified by its name as an option and in a file. The name of its variable is derived from it.
public protocol SettingName: Hashable, Sendable {
    /// The name, such as `state-dir`.
    var name: String { get }
    /// Whether the setting determines the destination of data, their encryption, or the trusted certificates. If so, an
    /// empty value is an error, and does not count as unset.
    var isDecisive: Bool { get }
}

extension SettingName {
    /// `false` by default, so an empty variable counts as unset.
    public var isDecisive: Bool { false }
    /// The option as typed, such as `--state-dir`.
    public var option: String { "--" + name }
    /// Returns the environment variable for a product, such as `SHOP_STATE_DIR`.
    public func variable(of product: Product) -> String { product.variable(name) }
}

extension SettingName where Self: RawRepresentable<String> {
    /// The raw value.
    public var name: String { rawValue }
}
