import Foundation

/// Prevents the signal SIGPIPE. It would end a process that writes to a closed pipe or connection.
public enum BrokenPipes {
    /// Blocks SIGPIPE on the calling thread. The thread must not run other code.
    public static func block() {
        var signals = signals
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Runs the body without SIGPIPE, then restores the thread's signal mask. `isBroken` returns whether the value of
    /// the body shows that SIGPIPE may have been sent.
    public static func ignore<Value>(in body: () -> Value, isBroken: (Value) -> Bool) -> Value {
        var (signals, former) = (signals, sigset_t())
        pthread_sigmask(SIG_BLOCK, &signals, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        let value = body()
        // If the signal was blocked before, the code that blocked it expects it. Otherwise it comes from the body.
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

// Consumes the pending signal while it is blocked. No signal is pending if the program ignores SIGPIPE.
#if !canImport(Darwin)
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
