#if Server
import NIOCore
import Synchronization

/// Lets the connections of an event loop that have more to do than others take turns, one at a time, with all others
/// served between any two turns.
///
/// An event loop looks at its sockets only when it has no immediate work left. A connection that continued without
/// waiting would keep it from all the others.
final class Turns {
    /// Long enough for the event loop to find nothing to do, and look at its sockets.
    private static let pause = TimeAmount.microseconds(50)

    private let eventLoop: any EventLoop
    private var waiting = CircularBuffer<() -> Void>()
    private var isUnderWay = false

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Runs `turn` when it is due. Must be called on the event loop.
    func wait(_ turn: @escaping () -> Void) {
        waiting.append(turn)
        if !isUnderWay { begin() }
    }

    private func begin() {
        isUnderWay = true
        eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.waiting.popFirst()?()
            // What the turn has caused is done before the next one begins.
            self.eventLoop.assumeIsolated().execute {
                if self.waiting.isEmpty { self.isUnderWay = false } else { self.begin() }
            }
        }
    }
}

/// The turns of each event loop.
final class TurnsOfEventLoops: Sendable {
    private let turns = Mutex<[ObjectIdentifier: NIOLoopBound<Turns>]>([:])

    /// Must be called on the event loop.
    func turns(of eventLoop: any EventLoop) -> Turns {
        turns.withLock { turns in
            if let known = turns[ObjectIdentifier(eventLoop)] { return known }
            let new = NIOLoopBound(Turns(eventLoop), eventLoop: eventLoop)
            turns[ObjectIdentifier(eventLoop)] = new
            return new
        }.value
    }
}
#endif
