public import ArgumentParser
package import Usecases

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
