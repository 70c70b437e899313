import Foundation

/// What the program does with signals from its beginning on.
enum Signals {
    static func prepare() {
        // Whoever no longer reads is met where something is written.
        signal(SIGPIPE, SIG_IGN)
        // The runtime takes these for crashes of its own, says so, and goes on.
        for number in [SIGQUIT, SIGABRT] { signal(number, SIG_DFL) }
    }

    /// Ends the program as the signal does where nobody handles it, so that whoever started it sees that.
    static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
        exit(128 + number)
    }
}
