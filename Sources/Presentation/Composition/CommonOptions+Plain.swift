import ArgumentParser
import Domain

/// A command whose only arguments are the common options.
protocol PlainCommand: ParsableCommand {
    var options: CommonOptions { get set }
}

extension PlainCommand {
    /// The command with these arguments, if they are of the plainest form: `--option value` and flags, each at most
    /// once. `nil` for all others, which the parser of arguments reads, and says what is wrong with them.
    ///
    /// The parser describes all options before it reads one, which takes two fifths of the start.
    init?(plain arguments: some Collection<String>) {
        guard let options = CommonOptions(plain: arguments) else { return nil }
        self.init()
        self.options = options
    }
}

extension CommonOptions {
    fileprivate init?(plain arguments: some Collection<String>) {
        guard var given = PlainArguments(arguments) else { return nil }
        do {
            try self.init(from: &given)
            guard given.isEmpty else { return nil }
            try validate()
        } catch {
            // The parser meets the same error, and reports it.
            return nil
        }
    }

    /// None of the options; they are not validated.
    init(none _: Void) throws {
        var given = PlainArguments()
        try self.init(from: &given)
    }

    private init(from given: inout PlainArguments) throws {
        self.init()
        backend = try given.take(.backendAddress)
        store = try given.take(.store)
        stateDir = try given.take(.stateDir)
        format = try given.take(.format)
        timeout = try given.take(.timeout)
        splash = try given.take(.splash)
        trace = given.takeFlag(.trace)
        record = try given.take(.record)
        language = try given.take(.language)
        caFile = try given.take(.caFile)
        allowPlainHTTP = given.takeFlag(.allowPlainHTTP)
    }
}

/// Options with their values, as they were typed.
private struct PlainArguments {
    private struct Unreadable: Error {}

    private var flags: Set<String> = []
    private var values: [String: String] = [:]

    init() {}

    init?(_ arguments: some Collection<String>) {
        var rest = arguments.makeIterator()
        while let name = rest.next() {
            if [CommonSetting.trace, .allowPlainHTTP].contains(where: { $0.option == name }) {
                guard flags.insert(name).inserted else { return nil }
            } else {
                guard values[name] == nil, let value = rest.next(), !value.hasPrefix("-") else { return nil }
                values[name] = value
            }
        }
    }

    var isEmpty: Bool { values.isEmpty && flags.isEmpty }

    mutating func takeFlag(_ name: CommonSetting) -> Bool { flags.remove(name.option) != nil }

    mutating func take<Value: ExpressibleByArgument>(_ name: CommonSetting) throws -> Value? {
        guard let text = values.removeValue(forKey: name.option) else { return nil }
        guard let value = Value(argument: text) else { throw Unreadable() }
        return value
    }
}
