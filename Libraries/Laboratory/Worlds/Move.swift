package import UsecasesEngine

/// The fate of a pending call.
package enum Fate: Sendable, Hashable {
    case performed
    /// The call fails with this outcome of its catalogue, without an effect.
    case failed(String)
    /// The call fails with this outcome, but still takes effect, immediately or later.
    case failedLate(String)
    /// The calling process dies before the call takes effect.
    case diedBefore
    /// The process dies after the call took effect, before it receives the result.
    case diedAfter
    /// The process dies, but the call still takes effect, immediately or later.
    case diedLate
    /// No process continues, and time passes until this uptime of the world's clock.
    case passed(to: Duration)

    /// What hinders a process. `nil` for a call that is performed.
    package enum Disturbance: Sendable { case failure, crash, passing }

    var disturbance: Disturbance? {
        switch self {
        case .performed: nil
        case .failed, .failedLate: .failure
        case .diedBefore, .diedAfter, .diedLate: .crash
        case .passed: .passing
        }
    }
}

/// The next step of a world.
package struct Move: Sendable, Hashable {
    /// The index of the process that continues, counted from 0. The processes of the actors come first, followed by one
    /// process for each call that takes effect late.
    package let process: Int
    /// The fate of the pending call, or `nil` if the process begins its next run.
    package let fate: Fate?

    package init(process: Int, fate: Fate?) {
        self.process = process
        self.fate = fate
    }

    /// Returns the move that lets time pass.
    package static func passing(to time: Duration) -> Move { Move(process: -1, fate: .passed(to: time)) }

    var isPassing: Bool { process < 0 }
}

/// A pending call of a process in a world.
package struct StoppedCall: Sendable {
    package enum Side: Sendable, Hashable {
        case device(Int)
        case server
    }

    package let side: Side
    package let name: PortCallName
    /// The port that keeps what the call reads or changes.
    let keeper: String
    let changes: Bool
    let subject: PortSubject
    let isPerformedElsewhere: Bool
    private let findFailures: @Sendable () -> [String]

    /// Creates a call that waits for a time, and affects nothing.
    init(waitingAt side: Side) {
        self.side = side
        name = PortCallName(port: Port<any Clock>.name, operation: "sleep(for:)", arguments: [])
        keeper = name.port
        changes = false
        subject = .nothing
        isPerformedElsewhere = false
        findFailures = { [] }
    }

    init<Value>(_ operation: PortOperation<Value>, at side: Side, sharing: [String: String]) {
        self.side = side
        name = operation.call
        keeper = sharing[operation.port] ?? operation.port
        changes = operation.changes
        subject = operation.subject
        isPerformedElsewhere = operation.isPerformedElsewhere
        findFailures = {
            operation.outcomes.compactMap {
                guard case .failure(let error) = $0.result, !error.isInterruption else { return nil }
                return $0.name
            }
        }
    }

    /// The names of the outcomes that are failures.
    var failures: [String] { findFailures() }
}
