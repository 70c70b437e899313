/// `SeedEngine COUNT [ROUNDS]`: prints the nanoseconds per scene of the fastest run, or overflows the stack.
///
/// The `main` function is not `async`. On Linux an asynchronous `main` leaves the main thread and its stack, whose
/// limit is measured.
@main enum SeedBenchmark {
    static func main() throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        guard let count = numbers.first, count > 0 else { throw WrongUsage() }
        let clock = ContinuousClock()
        var fastest = Duration.seconds(Int64.max)
        for _ in 0..<max(numbers.dropFirst().first ?? 1, 1) {
            var passed = 0
            fastest = min(fastest, clock.measure { passed = SeedCountdown.run(count) })
            guard passed == count else { throw Miscount(expected: count, passed: passed) }
        }
        print(fastest / .nanoseconds(1) / Double(count))
    }
}

struct WrongUsage: Error {}

/// A run that did not pass every scene.
struct Miscount: Error {
    let expected: Int
    let passed: Int
}
