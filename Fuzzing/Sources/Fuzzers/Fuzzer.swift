import CFuzzer
import Foundation

/// The fuzzer of the target that `CALEARNING_FUZZ_TARGET` names; its arguments are those of libFuzzer. Without a name
/// it lists the targets, each with the size of its longest input.
@main
enum Fuzzer {
    private static let target = FuzzTarget.all.first {
        $0.name == ProcessInfo.processInfo.environment["CALEARNING_FUZZ_TARGET"]
    }

    static func main() {
        guard target != nil else {
            return print(FuzzTarget.all.map { "\($0.name) \($0.sizeLimit)" }.joined(separator: "\n"))
        }
        // libFuzzer detects slow inputs with an alarm, which must be delivered to the thread that runs the inputs; the
        // main thread belongs to the main actor.
        setAlarm(SIG_BLOCK)
        Thread {
            setAlarm(SIG_UNBLOCK)
            var count = CommandLine.argc
            var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
            exit(LLVMFuzzerRunDriver(&count, &arguments, tryInput))
        }.start()
        dispatchMain()
    }

    private static func setAlarm(_ how: Int32) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGALRM)
        pthread_sigmask(how, &signals, nil)
    }

    private static let tryInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 = { bytes, count in
        do {
            try target?.checkAndWait(Array(UnsafeBufferPointer(start: bytes, count: count)))
        } catch {
            fatalError("\(error)")
        }
        return 0
    }
}

extension FuzzTarget {
    fileprivate func checkAndWait(_ bytes: [UInt8]) throws {
        switch check {
        case .now(let check): try check(bytes)
        case .later(let check):
            let outcome = Outcome()
            Task.detached {
                do {
                    try await check(bytes)
                } catch {
                    outcome.error = error
                }
                outcome.isKnown.signal()
            }
            outcome.isKnown.wait()
            if let error = outcome.error { throw error }
        }
    }

    /// Written before the signal, and read after it.
    private final class Outcome: Sendable {
        let isKnown = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var error: (any Error)?
    }
}
