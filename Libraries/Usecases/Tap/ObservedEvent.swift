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
