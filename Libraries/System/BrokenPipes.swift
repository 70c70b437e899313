import Foundation

/// SIGPIPE, by which writing to a pipe or a connection that is closed would end the process.
public enum BrokenPipes {
    /// For a thread that is ours alone.
    public static func block() {
        var signals = signals
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// For any thread: it keeps its signals. `isBroken` is whether what the body returned may mean that a signal was sent.
    public static func ignore<Value>(in body: () -> Value, isBroken: (Value) -> Bool) -> Value {
        var (signals, former) = (signals, sigset_t())
        pthread_sigmask(SIG_BLOCK, &signals, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        let value = body()
        // If the signal was blocked before, the code that blocked it expects it. Otherwise it can only be ours.
        if isBroken(value), sigismember(&former, SIGPIPE) == 0 { forget() }
        return value
    }

    private static var signals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        return signals
    }
}

// Consumes the pending signal while it is blocked, if there is one: a program that ignores SIGPIPE gets none.
#if os(Linux)
extension BrokenPipes {
    private static func forget() {
        var (signals, now) = (signals, timespec())
        sigtimedwait(&signals, nil, &now)
    }
}
#else
extension BrokenPipes {
    private static func forget() {
        var (signals, pending, signal) = (signals, sigset_t(), Int32())
        sigpending(&pending)
        if sigismember(&pending, SIGPIPE) == 1 { sigwait(&signals, &signal) }
    }
}
#endif
