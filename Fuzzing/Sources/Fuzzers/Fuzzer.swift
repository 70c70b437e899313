import Foundation
import UsecasesTesting

/// The fuzzer of the target in `CALEARNING_FUZZ_TARGET`, with the arguments of libFuzzer. Without a target it lists the
/// targets, each with the size of its longest input. With the folder of the corpus as its argument, it tries each input.
/// With a second folder, it writes the inputs there, a file each, as libFuzzer reads them.
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
            }
            let folders = Array(CommandLine.arguments.dropFirst())
            if folders.count == 1 { exit(tryInputs(in: folders[0]) ? 0 : 1) }
            if folders.count == 2 { exit(writeInputs(in: folders[0], to: folders[1]) ? 0 : 1) }
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

    /// Returns whether each target keeps its promises for each of its inputs. The last printed input ended the process.
    private static func tryInputs(in corpus: String) -> Bool {
        var isWhole = true
        func fail(_ text: String) {
            isWhole = false
            say("✘ \(text)")
        }
        let files = Set((try? FileManager.default.contentsOfDirectory(atPath: corpus)) ?? [])
        for other in files.subtracting(FuzzTarget.all.map { $0.name + ".json" }) {
            fail("\(corpus)/\(other) has no target.")
        }
        for target in FuzzTarget.all {
            do {
                let inputs = try target.inputs(in: corpus)
                if inputs.isEmpty { fail("\(target.name) has no inputs.") }
                for (name, bytes) in inputs {
                    say("\(target.name)/\(name)")
                    do {
                        try target.checkAndWait(bytes)
                    } catch {
                        fail("\(target.name)/\(name): \(error)")
                    }
                }
            } catch {
                fail("\(target.name): \(error)")
            }
        }
        return isWhole
    }

    private static func writeInputs(in corpus: String, to folder: String) -> Bool {
        do {
            for target in FuzzTarget.all {
                let place = URL(filePath: folder).appending(path: target.name)
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                for (name, bytes) in try target.inputs(in: corpus) {
                    try Data(bytes).write(to: place.appending(path: name))
                }
            }
            return true
        } catch {
            say("\(error)")
            return false
        }
    }

    private static func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

    private static func setAlarm(_ how: Int32) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGALRM)
        pthread_sigmask(how, &signals, nil)
    }
}

extension FuzzTarget {
    /// The inputs of the target by their names, in order. An input in the file is a text, or bytes in base64.
    fileprivate func inputs(in corpus: String) throws -> [(name: String, bytes: [UInt8])] {
        let file = try Data(contentsOf: URL(filePath: "\(corpus)/\(name).json"))
        let inputs = try JSONSerialization.jsonObject(with: file) as? [String: Any] ?? [:]
        return try inputs.sorted { $0.key < $1.key }.map { name, value in
            let encoded = (value as? [String: String])?["base64"].flatMap { Data(base64Encoded: $0) }
            guard let bytes = encoded ?? (value as? String).map({ Data($0.utf8) }) else {
                throw BrokenPromise("\(name) is neither a text nor bytes in base64")
            }
            return (name, [UInt8](bytes))
        }
    }

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
