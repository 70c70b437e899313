import Dispatch
import Foundation
import UsecasesEngine
import UsecasesRuns
import UsecasesStorage
import UsecasesSystem

/// A service without requests: `send FIRST LAST` queues parcels, `work` sends those that are queued, until SIGTERM, and `list`
/// lists the runs.
///
/// `PARCELS_DATABASE` is the address of the database, `PARCELS_CONNECTIONS` the number of connections to it, and `PARCELS_LEASE`
/// the lease in seconds. `PARCELS_LATER` runs the later version of the use case. `PARCELS_PAUSE` is the time that each work
/// takes, in seconds, and `PARCELS_IDLE` leaves it out.
@main struct Parcels {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        let arguments = CommandLine.arguments.dropFirst()
        guard let address = environment["PARCELS_DATABASE"] else { fatalError("PARCELS_DATABASE has no address") }
        let connections = environment["PARCELS_CONNECTIONS"].flatMap { Int($0) } ?? 16
        let database = Database(at: Secret(address), connections: connections)
        let queue = AbsurdRunQueue("parcels", at: Database.location) { statement, parameters throws(ErrorWrapper) in
            try await database.execute(statement, parameters)
        }
        try await queue.check()
        let numbers = arguments.compactMap { Int($0) }
        if arguments.first == "send", numbers.count == 2 {
            try await send(numbers[0]...numbers[1], to: queue)
        } else if arguments.first == "list" {
            for run in try await queue.runs(after: nil, limit: 100, withEnded: true) {
                print(run.key, run.usecase, run.scene, run.attempt, run.state)
            }
        } else if arguments.first == "work" {
            let lease = environment["PARCELS_LEASE"].flatMap { Int($0) } ?? 30
            let pause = Duration.seconds(environment["PARCELS_PAUSE"].flatMap { Double($0) } ?? 0)
            let isIdle = environment["PARCELS_IDLE"] != nil
            let usecase: any Usecase.Type =
                environment["PARCELS_LATER"] == nil ? SendParcel.self : Later.SendParcel.self
            await work([usecase, AwaitPayment.self], on: queue, lease: lease) {
                $0.depot.adapter =
                    isIdle ? IdleDepot() : DatabaseDepot(database: database, pause: pause, clock: $0.clock)
            }
        } else {
            fatalError("usage: Parcels send FIRST LAST, Parcels work, or Parcels list")
        }
    }

    /// Queues the parcels. A parcel that was queued before is not queued again.
    private static func send(_ orders: ClosedRange<Int>, to queue: AbsurdRunQueue) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for order in orders {
                group.addTask {
                    let key = UUIDv7(at: .example, random: (0, UInt64(order)))
                    try await queue.add(try QueuedRun(SendParcel.initial(order: order), as: .user, key: key))
                }
            }
        }
    }

    private static func work(
        _ usecases: [any Usecase.Type], on queue: AbsurdRunQueue, lease: Int,
        adapters: @escaping @Sendable (inout Dependencies) -> Void
    ) async {
        let clock = SystemClock()
        var limits = RunWorker.Limits()
        limits.runs = 32
        limits.lease = .seconds(lease)
        limits.interval = .milliseconds(250)
        let worker = RunWorker(
            usecases, of: queue, as: "\(ProcessInfo.processInfo.processIdentifier)", limits: limits, clock: clock,
            randomSource: SystemRandomSource(),
            dependencies: {
                var dependencies = Dependencies(clock: clock, randomSource: SystemRandomSource())
                adapters(&dependencies)
                return dependencies
            },
            report: { event in
                switch event {
                case .ended: break
                case .tookOver, .lostClaim, .left, .queueFailed: FileHandle.standardError.write(Data("\(event)\n".utf8))
                }
            })
        let work = Task { await worker.work() }
        // What has not ended is given back.
        signal(SIGTERM, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGTERM)
        source.setEventHandler { work.cancel() }
        source.resume()
        await work.value
    }
}
