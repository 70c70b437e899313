import ArgumentParser
package import Usecases

extension TerminalApplication {
    /// The adapters that commands use if no option is given, for asking how long they wait. Nothing is recorded.
    static func configuredDependencies(in environment: Environment = .process) throws -> Dependencies {
        let variables = environment.variables.filter { $0.key != CommonSetting.record.variable(of: product) }
        let options = try CommonOptions<Self>.parse([])
        return try dependencies(for: options.settings(in: Environment(variables: variables)), options.own)
    }

    /// The same with these variables instead of those of this process.
    package static func configuredDependencies(by variables: [String: String]) throws -> Dependencies {
        try configuredDependencies(in: Environment(variables: variables))
    }
}
