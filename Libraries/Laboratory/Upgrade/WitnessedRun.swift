/// What a run did, in order: the scenes that were entered, on the server's side too, the calls that its ports performed,
/// and how it ended.
public struct WitnessedRun: Sendable, Hashable, Codable {
    /// A scene, an ending or a call.
    public struct Event: Sendable, Hashable, Codable {
        /// The kinds of events.
        public enum Kind: String, Sendable, Codable {
            case scene, goal, error
            /// A call that changes nothing.
            case call
            /// A call that changes something.
            case change
        }

        package let kind: Kind
        /// `nil` for a call.
        package let usecase: String?
        /// The sentence of a scene, the name of an error, or a call as ``PortCallName`` writes it.
        package let name: String

        init(_ kind: Kind, of usecase: String? = nil, _ name: String) {
            self.kind = kind
            self.usecase = usecase
            self.name = name
        }
    }

    /// As ``Undertaking`` describes itself.
    package let undertaking: String
    package let events: [Event]

    /// The scene during which the event at this index happened: of the innermost use case that was running.
    func scene(at index: Int) -> Event? {
        var open: [Event] = []
        for event in events.prefix(index) {
            switch event.kind {
            case .scene:
                if open.last?.usecase == event.usecase { open.removeLast() }
                open.append(event)
            case .goal, .error:
                if open.last?.usecase == event.usecase { open.removeLast() }
            case .call, .change: break
            }
        }
        return open.last
    }

    var changes: [String] { events.filter { $0.kind == .change }.map(\.name) }

    /// Why it reached no goal; `nil` if it reached one.
    var failure: String? { events.last.flatMap { $0.kind == .error ? $0.name : nil } }
}
