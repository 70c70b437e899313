/// Something that a run waits for, and that another run tells, with a value.
public struct Event<Value: Codable & Sendable>: Sendable {
    /// The name, such as `paid 7`, at most 200 bytes. One event has one name.
    public let name: String
    /// A value, for the laboratory.
    public let example: Value

    /// Creates an event.
    public init(_ name: String, example: Value) {
        self.name = name
        self.example = example
    }
}

/// The events of a service.
public protocol Events: Sendable {
    /// Returns the value that was told, or `nil` at the time if nothing was. Throws ``ErrorWrapper/interrupted`` if the task is
    /// cancelled or if the run is given back, and a system error of the data store.
    func wait<Value>(for event: Event<Value>, until time: Timestamp) async throws(ErrorWrapper) -> Value?
    /// Tells the value to all that wait now or later. Only the first value of an event counts. Throws a
    /// system error of the data store.
    func tell<Value>(_ value: Value, of event: Event<Value>) async throws(ErrorWrapper)
}

extension Port: Events where Adapter == any Events {
    /// Returns the value that was told, or `nil` at the time if nothing was. A durable run is given back meanwhile, and what
    /// was read before is kept.
    public func wait<Value>(for event: Event<Value>, until time: Timestamp) async throws(ErrorWrapper) -> Value? {
        try await call(
            "wait(for:until:)", [event.name, "\(time)"], changes: true, on: .named(event.name),
            outcomes: [PossibleOutcome("told", event.example), PossibleOutcome("in-vain", nil)]
                + PossibleOutcome.readErrors
        ) { (events) async throws(ErrorWrapper) in try await events.wait(for: event, until: time) }
    }

    /// Tells the value to all that wait now or later. Only the first value of an event counts.
    public func tell<Value>(_ value: Value, of event: Event<Value>) async throws(ErrorWrapper) {
        try await call(
            "tell(_:of:)", ["\(value)", event.name], changes: true, on: .named(event.name), isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("told", Done())] + PossibleOutcome.writeErrors
        ) { (events) async throws(ErrorWrapper) in try await events.tell(value, of: event) }
    }
}

extension Dependencies {
    /// The events of the service.
    public var events: Port<any Events> {
        get { self[(any Events).self] }
        set { self[(any Events).self] = newValue }
    }
}
