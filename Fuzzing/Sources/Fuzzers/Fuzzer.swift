import Foundation

/// The fuzzer of the target in `CALEARNING_FUZZ_TARGET`, with the arguments of libFuzzer. Without a target it lists the
/// targets, each with the size of its longest input. With a folder as its argument, it tries each input of the folder.
@main
enum Fuzzer {
    private static let target = FuzzTarget.all.first {
        $0.name == ProcessInfo.processInfo.environment["CALEARNING_FUZZ_TARGET"]
    }

    static func main() {
        // libFuzzer detects slow inputs with an alarm. The alarm must be delivered to the thread that runs the inputs,
        // because the main thread belongs to the main actor.
        setAlarm(SIG_BLOCK)
        Thread {
            setAlarm(SIG_UNBLOCK)
            if target != nil {
                exit(fuzz())
            } else if let corpus = CommandLine.arguments.dropFirst().first {
                exit(tryInputs(in: corpus) ? 0 : 1)
            }
            print(FuzzTarget.all.map { "\($0.name) \($0.sizeLimit)" }.joined(separator: "\n"))
            exit(0)
        }.start()
        dispatchMain()
    }

    private typealias Input = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
    /// The function `LLVMFuzzerRunDriver`. See https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library.
    private typealias Driver =
        @convention(c) (
            UnsafeMutablePointer<Int32>, UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
            Input
        ) -> Int32

    private static func fuzz() -> Int32 {
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "LLVMFuzzerRunDriver") else {
            fatalError("This build has no libFuzzer: build with Scripts/fuzz.sh.")
        }
        let run = unsafeBitCast(symbol, to: Driver.self)
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        return run(&count, &arguments, tryInput)
    }

    private static let tryInput: Input = { bytes, count in
        do {
            try target?.checkAndWait(Array(UnsafeBufferPointer(start: bytes, count: count)))
        } catch {
            fatalError("\(error)")
        }
        return 0
    }

    /// Returns whether each target keeps its promises for each file of its folder. The last printed input ended the
    /// process.
    private static func tryInputs(in corpus: String) -> Bool {
        var isWhole = true
        func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
        func fail(_ text: String) {
            isWhole = false
            say("✘ \(text)")
        }
        let files = FileManager.default
        let folders = Set((try? files.contentsOfDirectory(atPath: corpus)) ?? [])
        for other in folders.subtracting(FuzzTarget.all.map(\.name)) { fail("\(corpus)/\(other) has no target.") }
        for target in FuzzTarget.all {
            let folder = corpus + "/" + target.name
            let names = ((try? files.contentsOfDirectory(atPath: folder)) ?? []).sorted()
            if names.isEmpty { fail("\(folder) has no inputs.") }
            for name in names {
                say("\(target.name)/\(name)")
                do {
                    try target.checkAndWait([UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name))))
                } catch {
                    fail("\(target.name)/\(name): \(error)")
                }
            }
        }
        return isWhole
    }

    private static func setAlarm(_ how: Int32) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGALRM)
        pthread_sigmask(how, &signals, nil)
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

    /// The result of a check, written before the signal and read after it.
    private final class Outcome: Sendable {
        let isKnown = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var error: (any Error)?
    }
}
