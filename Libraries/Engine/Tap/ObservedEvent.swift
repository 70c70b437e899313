/// An event of a run, from a recording or a log.
package struct ObservedEvent: Sendable, Hashable {
    /// The content of an event.
    public enum What: Sendable, Hashable {
        /// The run begins. `actor` is `nil` if unknown. If `tellsCalls` is true, the source also contains port calls.
        case begin(usecase: String, actor: String?, tellsCalls: Bool)
        /// The events continue a run of this use case whose beginning is missing. Its next scene has this number.
        case join(usecase: String, ordinal: Int)
        /// The scene is played. `ordinal` is its number, counted from 1, or `nil` if no scene can be missing.
        case enter(scene: String, ordinal: Int?)
        case call(PortCallName, ObservedOutcome)
        case goal(String, ordinal: Int?)
        /// The run fails with the error case of this name. `fromJournal` is whether the journal failed, not a port.
        case failure(String, fromJournal: Bool)
        /// An event of the run cannot be read.
        case loss
    }

    package let run: UUIDv7
    package let what: What

    package init(_ run: UUIDv7, _ what: What) {
        self.run = run
        self.what = what
    }
}

/// The outcome of a call, as far as it is visible to code that does not know the operation's type.
package enum ObservedOutcome: Sendable, Hashable {
    case returned(ValueForm)
    /// The name of the error's case. `fromJournal` is whether the run's journal threw the error instead of the port.
    case threw(String, fromJournal: Bool)
}

/// The part of a value that distinguishes outcomes. It is the presence of a value, a Boolean, or the name of an enum
/// case. Two values of one outcome have the same form. Values of different outcomes can also have the same form.
public indirect enum ValueForm: Sendable, Hashable {
    /// No value.
    case null
    /// This Boolean.
    case bool(Bool)
    /// An enum's case, and the form of its associated value if that is a single value without a label.
    case tagged(String, ValueForm?)
    /// Text, a number, a list, or a value of several members.
    case other

    /// Returns whether an outcome with this example can have a value of this form. Call it only if no example has this
    /// form. A value with one member can look like an enum's case.
    package func resembles(_ example: ValueForm) -> Bool {
        switch (self, example) {
        case (.tagged, .other), (.other, .tagged): true
        default: self == example
        }
    }
}

extension ValueForm: CustomStringConvertible {
    /// A short text for the form. `…` represents a value without further distinction.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .tagged(let name, let payload?): "\(name)(\(payload))"
        case .tagged(let name, nil): name
        case .other: "…"
        }
    }
}

/// The flaws of a file of recorded runs, or of a log.
package struct ObservationFlaws: Sendable, Hashable {
    /// Lines with the same flaw.
    package struct Lines: Sendable, Hashable {
        package private(set) var count = 0
        /// The number of the first line, counted from 1.
        package private(set) var first = 0

        package mutating func add(_ number: Int) {
            if count == 0 { first = number }
            count += 1
        }
    }

    /// Lines that are not JSON, or have a missing member or a member of a wrong type.
    package var unreadable = Lines()
    package var tooLong = Lines()
    package var tooDeep = Lines()
    /// Beginnings of runs that were recorded in a different format version.
    package var otherVersion = Lines()
    /// Scenes from a service version that did not yet log the run of a scene.
    package var anonymous = Lines()
    /// Whether the file ends in the middle of its last line.
    package var isTruncated = false
    /// Whether no line comes from this program.
    package var isForeign = true

    package init() {}
}

/// A remark on a replay, in addition to its scenario.
public enum ReplayRemark: Sendable, Hashable {
    /// This program differs from the recording in this scene or after it. Scenes are counted from 1.
    case differs(scene: Int, recorded: String, now: String)
    /// The recorded outcome of the call does not have the type of this program's outcomes. `reason` is the decoder's
    /// message.
    case mistyped(scene: Int, call: String, reason: String)
    /// The replay stopped after this scene, as requested.
    case stopped(scene: Int)
    /// The recording ends here, because the process that wrote it was killed.
    case cutOff
    /// The call has no recorded outcome, so the first outcome of its operation was assumed.
    case assumed(call: String, outcome: String)
    /// The operation has no such outcome. `outcomes` are all of its outcomes.
    case noSuchOutcome(call: String, outcomes: [String])
    /// The run made no such call. `calls` are the calls that it made, in the order of their first use.
    case neverCalled(String, calls: [String])
}

/// An outcome that replaces a recorded one.
public struct OutcomeChange: Sendable, Hashable {
    /// The text that identifies the call, such as `DataStore.get(udid)`. It selects the first call that it can denote.
    public let call: String
    /// The name of an outcome in the operation's catalogue, or the ASCII name of an error.
    public let outcome: String

    /// Creates a change. `call` identifies the call, and `outcome` is the name of its new outcome.
    public init(call: String, outcome: String) {
        self.call = call
        self.outcome = outcome
    }

    /// Returns whether the change refers to the outcome with this name.
    package func means(_ name: String) -> Bool {
        outcome == name || ErrorWrapper.name(meantBy: outcome) == name
    }
}
