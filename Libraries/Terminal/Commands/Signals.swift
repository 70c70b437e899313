import Foundation

/// How the program handles signals from its start on.
enum Signals {
    static func prepare() {
        // A reader that is gone is noticed when something is written.
        signal(SIGPIPE, SIG_IGN)
        // The runtime would take these for crashes of its own, report them, and continue.
        for number in [SIGQUIT, SIGABRT] { signal(number, SIG_DFL) }
    }

    /// Ends the program by the signal's default action, so that its parent process sees that.
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
