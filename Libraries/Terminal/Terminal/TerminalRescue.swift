import Foundation

/// A signal handler that restores the terminal when an unhandled signal ends the program. The program then ends with
/// that signal.
///
/// A signal handler may call almost no functions, so its data are allocated before, and never freed.
enum TerminalRescue {
    /// All signals that end a process, except for SIGKILL and the signals that the program handles or ignores.
    private static let signals: [Int32] =
        [
            SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM,
            SIGPROF, SIGXCPU, SIGXFSZ,
        ] + signalsOfSystem

    nonisolated(unsafe) fileprivate static let original = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    nonisolated(unsafe) fileprivate static let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    nonisolated(unsafe) fileprivate static var restoration = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)

    /// Installs the handlers. `attributes` are the initial attributes of the terminal. `text` is written to it at the
    /// end.
    static func prepare(_ attributes: termios, restoration text: String) {
        original.initialize(to: attributes)
        // Allocated here, because a handler must not wait even for an allocation.
        restoration = .allocate(capacity: text.utf8.count)
        _ = restoration.initialize(from: text.utf8)
        for number in signals {
            (previous + Int(number)).initialize(to: sigaction())
            sigaction(number, nil, previous + Int(number))
        }
        for number in signals {
            var action = sigaction(calling: rescue)
            sigaction(number, &action, nil)
        }
    }

    /// Restores the previous handling of the signals.
    static func end() {
        for number in signals { sigaction(number, previous + Int(number), nil) }
    }
}

private typealias Handler = @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

private func rescue(_ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _: UnsafeMutableRawPointer?) {
    if !TerminalRescue.restoration.isEmpty {
        _ = write(STDOUT_FILENO, TerminalRescue.restoration.baseAddress, TerminalRescue.restoration.count)
    }
    tcsetattr(STDIN_FILENO, TCSANOW, TerminalRescue.original)
    let isCrash =
        switch number {
        case SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV: true
        case _: false
        }
    if isCrash, let info, info.pointee.si_code > 0 {
        // The crash repeats as soon as this function returns, and the previous handler reports it.
        sigaction(number, TerminalRescue.previous + Int(number), nil)
    } else {
        // The signal was sent, and ends the program as soon as this function returns.
        signal(number, SIG_DFL)
        raise(number)
    }
}

#if canImport(Darwin)
extension sigaction {
    fileprivate init(calling handler: Handler) {
        self.init()
        __sigaction_u.__sa_sigaction = handler
        sa_flags = SA_SIGINFO
    }
}
#else
extension sigaction {
    fileprivate init(calling handler: Handler) {
        self.init()
        __sigaction_handler.sa_sigaction = handler
        sa_flags = SA_SIGINFO
    }
}
#endif

#if !canImport(Darwin)
private let signalsOfSystem: [Int32] = [SIGIO, SIGPWR, SIGSTKFLT]
#else
private let signalsOfSystem: [Int32] = []
#endif
