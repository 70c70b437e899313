package import Usecases

/// What becomes of a call that a run is about to make.
package enum Fate: Sendable, Hashable {
    case performed
    /// It fails with this outcome of its catalogue, and changes nothing.
    case failed(String)
    /// It fails with this outcome, and takes effect nevertheless, at once or later.
    case failedLate(String)
    /// The process that makes it dies before it takes effect.
    case diedBefore
    /// The process dies after it took effect, and before it knew.
    case diedAfter
    /// The process dies, and the call takes effect nevertheless, at once or later.
    case diedLate

    package var isDeath: Bool {
        switch self {
        case .diedBefore, .diedAfter, .diedLate: true
        case .performed, .failed, .failedLate: false
        }
    }
}

/// What happens next in a world.
package struct Move: Sendable, Hashable {
    /// Which of the processes of the world goes on, counted from 0: those of its actors, and then one for each call that
    /// takes effect late.
    package let process: Int
    /// What becomes of the call at which it waits; `nil` if it begins its next run.
    package let fate: Fate?

    package init(process: Int, fate: Fate?) {
        self.process = process
        self.fate = fate
    }
}

/// A call at which a process of a world waits.
package struct StoppedCall: Sendable {
    package enum Side: Sendable, Hashable {
        case device(Int)
        case server
    }

    package let side: Side
    package let name: PortCallName
    let changes: Bool
    let subject: PortSubject
    let isPerformedElsewhere: Bool
    private let findFailures: @Sendable () -> [String]

    init<Value>(_ operation: PortOperation<Value>, at side: Side) {
        self.side = side
        name = operation.call
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

    /// The names of the outcomes with which it can fail.
    var failures: [String] { findFailures() }
}
