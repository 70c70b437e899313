import Synchronization
package import UsecasesEngine
import UsecasesTesting

/// Calls every operation of a port's adapters, in each state of their surroundings with a distinct outcome.
package protocol OutcomeProducer: Sendable {
    /// The name of the port.
    static var port: String { get }
    static func produce(for outcomes: ProducedOutcomes) async throws
}

extension OutcomeProducer {
    /// Returns the differences between the declared and the produced outcomes of the port in this application.
    package static func flaws(in application: String = "Sources") async throws -> [String] {
        guard let declared = try DeclaredPort.all(in: application).first(where: { $0.name == port }) else {
            return ["There is no port \(port)."]
        }
        return try await produced().flaws(of: declared)
    }

    package static func produced() async throws -> ProducedOutcomes {
        let outcomes = ProducedOutcomes()
        try await produce(for: outcomes)
        return outcomes
    }
}

/// The declared outcomes of a port's operations, and the results of its adapters' calls.
package final class ProducedOutcomes: Sendable {
    private struct Operation {
        var declared: [String: OutcomeKind] = [:]
        /// The distinct values of each kind, as text.
        var produced: [OutcomeKind: Set<String>] = [:]
        /// What a call costs at most, number by number, whichever adapter answers it and however.
        var price = Price()
    }

    private struct State {
        var operations: [String: Operation] = [:]
        var adapters: Set<String> = []
        var undeclared: Set<String> = []
    }

    private let state = Mutex(State())

    /// Returns the port with this adapter, and records the results of its calls.
    package func port<Adapter>(_ port: WritableKeyPath<Dependencies, Port<Adapter>>, _ adapter: Adapter) -> Port<
        Adapter
    > {
        var dependencies = Dependencies(clock: ImmediateClock(), randomSource: SeededRandomSource())
        dependencies[keyPath: port].adapter = adapter
        // A generic adapter is one adapter.
        let name = "\(type(of: adapter as Any))".prefix { $0 != "<" }
        let tap = NotingTap(adapter: String(name), outcomes: self)
        return dependencies.tapped(by: tap)[keyPath: port]
    }

    /// The prices of the operations that were called, by the name of the port and the operation.
    package func prices(of port: String) -> [String: Price] {
        let operations = state.withLock { $0.operations }
        return Dictionary(uniqueKeysWithValues: operations.map { ("\(port).\($0)", $1.price) })
    }

    fileprivate func note<Value>(
        _ result: Result<Value, ErrorWrapper>, of operation: PortOperation<Value>, by adapter: String, for price: Price
    ) {
        let (kind, value) = (OutcomeKind(result), "\(result)")
        let declared = operation.outcomes.map { ($0.name, OutcomeKind($0.result)) }
        state.withLock { state in
            state.adapters.insert(adapter)
            state.operations[operation.name, default: Operation()].declared.merge(declared) { $1 }
            state.operations[operation.name]?.produced[kind, default: []].insert(value)
            let former = state.operations[operation.name]?.price ?? Price()
            state.operations[operation.name]?.price = former.combined(with: price, max)
            guard !declared.contains(where: { $0.1 == kind }) else { return }
            state.undeclared.insert("\(adapter).\(operation.name) comes to \(kind), which is not declared")
        }
    }

    /// Returns the differences between declared and produced outcomes, and between the recorded calls and the sources.
    /// If several outcomes of a kind are declared, the adapters must produce as many different values.
    package func flaws(of port: DeclaredPort) -> [String] {
        let state = state.withLock { $0 }
        var flaws = state.undeclared
        for adapter in port.adapters.symmetricDifference(state.adapters) {
            flaws.insert("\(adapter) is an adapter that is not tried, or tried and no adapter of \(port.name)")
        }
        for operation in port.operations.symmetricDifference(state.operations.keys) {
            flaws.insert("\(operation) is declared and not called, or called and not declared")
        }
        for (name, operation) in state.operations {
            for (kind, outcomes) in Dictionary(grouping: operation.declared, by: \.value) {
                let count = operation.produced[kind]?.count ?? 0
                guard count < outcomes.count else { continue }
                let names = outcomes.map(\.key).sorted().joined(separator: ", ")
                flaws.insert("\(name) declares \(names), and adapters come to \(count) values of this kind: \(kind)")
            }
        }
        return flaws.sorted()
    }
}

private struct NotingTap: RunTap {
    let adapter: String
    let outcomes: ProducedOutcomes

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        let meter = CostMeter()
        let result: Result<Value, ErrorWrapper> = await CostMeter.$current.withValue(meter) {
            do throws(ErrorWrapper) {
                return .success(try await performing())
            } catch {
                return .failure(error)
            }
        }
        outcomes.note(result, of: operation, by: adapter, for: meter.price)
        return try result.get()
    }
}

/// The part of a result that distinguishes outcomes: the case of the error or of the answer, whether an answer exists,
/// its Boolean value, and whether it is empty.
private struct OutcomeKind: Hashable, CustomStringConvertible {
    let description: String

    init<Value>(_ result: Result<Value, ErrorWrapper>) {
        description =
            switch result {
            case .success(let value): Self.description(of: value)
            case .failure(let error): error.name
            }
    }

    private static func description(of value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        return switch (mirror.displayStyle, mirror.children.first) {
        case (.optional, let some): some.map { description(of: $0.value) } ?? "nil"
        case (.enum, nil): "\(value)"
        case (.enum, let payload?): "\(payload.label ?? "")(\(description(of: payload.value)))"
        case (.collection, let first): first == nil ? "[]" : "[…]"
        case (.tuple, _): "…"
        case _:
            switch value {
            case let value as Bool: "\(value)"
            case let value as Int where value == 0: "0"
            case _: "\(type(of: value))"
            }
        }
    }
}
