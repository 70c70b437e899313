/// What a recording or a log says of a run, one thing after another.
package struct ObservedEvent: Sendable, Hashable {
    /// One thing that is said of the run.
    public enum What: Sendable, Hashable {
        /// The run begins. `actor` is `nil` if it is not said; `tellsCalls` is whether calls of ports will be said too.
        case begin(usecase: String, actor: String?, tellsCalls: Bool)
        /// What follows is of a run of this use case, whose beginning is not said: its scene with this number comes next.
        case join(usecase: String, ordinal: Int)
        /// The scene is played. `ordinal` counts the scenes of the run from 1; `nil` if nothing can have been left out.
        case enter(scene: String, ordinal: Int?)
        case call(PortCallName, ObservedOutcome)
        case goal(String, ordinal: Int?)
        /// The name of the error's case; `fromJournal` is whether the run's journal failed, which no port decides.
        case failure(String, fromJournal: Bool)
        /// Something that was said of the run cannot be read.
        case loss
    }

    package let run: UUIDv7
    package let what: What

    package init(_ run: UUIDv7, _ what: What) {
        self.run = run
        self.what = what
    }
}

/// What a call came to, as far as it can be seen by code that does not know the operation's type.
package enum ObservedOutcome: Sendable, Hashable {
    case returned(ValueForm)
    /// The name of the error's case; `fromJournal` is whether it is that of the run's journal, and not of the port.
    case threw(String, fromJournal: Bool)
}

/// As much of a value as distinguishes outcomes from each other: whether there is one, yes or no, and which of several
/// kinds it is of. Two values of the same outcome have the same form, but not the other way round.
public indirect enum ValueForm: Sendable, Hashable {
    case null
    case bool(Bool)
    /// An enum's case, and the form of what it carries if that is a single value without a label.
    case tagged(String, ValueForm?)
    /// Text, a number, a list, or a value of several members.
    case other

    /// Whether a value of this form may be of the outcome whose example has the other form, when no example has this
    /// one: a value with one member can look like an enum's case.
    package func resembles(_ example: ValueForm) -> Bool {
        switch (self, example) {
        case (.tagged, .other), (.other, .tagged): true
        default: self == example
        }
    }
}

extension ValueForm: CustomStringConvertible {
    /// The form in short; `…` stands for a value of no further distinction.
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

/// What is wrong with a file of recorded runs, or with a log.
package struct ObservationFlaws: Sendable, Hashable {
    /// Lines with the same flaw.
    package struct Lines: Sendable, Hashable {
        package private(set) var count = 0
        /// The number of the first one, counted from 1.
        package private(set) var first = 0

        package mutating func add(_ number: Int) {
            if count == 0 { first = number }
            count += 1
        }
    }

    /// Lines that are no JSON, or of which a member is missing or of another type.
    package var unreadable = Lines()
    package var tooLong = Lines()
    package var tooDeep = Lines()
    /// Beginnings of runs that were recorded in another form.
    package var otherVersion = Lines()
    /// Scenes of a service that did not tell yet which run they are of.
    package var anonymous = Lines()
    /// Whether the file ends in the middle of its last line.
    package var isTruncated = false
    /// Whether no line is of this program.
    package var isForeign = true

    package init() {}
}

/// A remark on a replay, in addition to its scenario.
public enum ReplayRemark: Sendable, Hashable {
    /// In or after the scene with this number, counted from 1, this program differs from the recording.
    case differs(scene: Int, recorded: String, now: String)
    /// The replay stopped after this scene, as it was told to.
    case stopped(scene: Int)
    /// The recording ends here, because the process that wrote it was killed.
    case cutOff
    /// Nothing was recorded for the call, and the first outcome of its operation was assumed.
    case assumed(call: String, outcome: String)
    /// The operation has no such outcome; these are all that it has.
    case noSuchOutcome(call: String, outcomes: [String])
    /// The run made no such call.
    case neverCalled(String)
}

/// An outcome that replaces a recorded one.
public struct OutcomeChange: Sendable, Hashable {
    /// Identifies the call: the first one that this text can denote, such as `DataStore.get(udid)`.
    public let call: String
    /// The name of one of the outcomes in the operation's catalogue, or the ASCII name of an error.
    public let outcome: String

    /// `call` identifies the call, and `outcome` is the name of its new outcome.
    public init(call: String, outcome: String) {
        self.call = call
        self.outcome = outcome
    }

    /// Whether it means the outcome of this name.
    package func means(_ name: String) -> Bool {
        outcome == name || outcome == ErrorWrapper.asciiName(of: name)
    }
}
