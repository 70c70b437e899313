#if Server
import NIOCore
import Synchronization

/// Lets those of an event loop who have more to do than others do it in turn, one a time, and between any two of them
/// everybody else.
///
/// An event loop looks at its sockets only when nothing is left to be done at once. Whoever goes on and on without
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

    /// Runs `turn` when it is due. To be called on the event loop.
    func wait(_ turn: @escaping () -> Void) {
        waiting.append(turn)
        if !isUnderWay { begin() }
    }

    private func begin() {
        isUnderWay = true
        eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.waiting.popFirst()?()
            // What the turn has led to is done before the next one begins.
            self.eventLoop.assumeIsolated().execute {
                if self.waiting.isEmpty { self.isUnderWay = false } else { self.begin() }
            }
        }
    }
}

/// The turns of each event loop.
final class TurnsOfEventLoops: Sendable {
    private let turns = Mutex<[ObjectIdentifier: NIOLoopBound<Turns>]>([:])

    /// To be called on the event loop.
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
