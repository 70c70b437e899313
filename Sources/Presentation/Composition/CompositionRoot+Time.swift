import ArgumentParser
package import Usecases

extension CompositionRoot {
    /// The adapters that commands use if no option is given, for asking how long they wait. Nothing is recorded.
    static func configuredDependencies(in environment: Environment = .process) throws -> Dependencies {
        let variables = environment.variables.filter { $0.key != CommonSetting.record.variable }
        return try dependencies(for: CommonOptions.parse([]).settings(in: Environment(variables: variables)))
    }

    /// The same with these variables instead of those of this process.
    package static func configuredDependencies(by variables: [String: String]) throws -> Dependencies {
        try configuredDependencies(in: Environment(variables: variables))
    }
}
