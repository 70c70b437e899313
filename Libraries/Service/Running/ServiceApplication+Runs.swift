#if Server
import Foundation
public import Logging
public import UsecasesEngine
public import UsecasesRuns
import UsecasesSystem
import UsecasesTerminal

extension ServiceApplication {
    /// Returns the task of a service that plays its durable runs. Returns none if no use case is durable, or if the adapter of
    /// `durableRuns` is no `RunQueue`.
    ///
    /// The task asks `isReady` every ten seconds until it may begin. It removes a run, and an event, `time` after its end. The
    /// log has the attempts that failed, and `report` gets all events.
    public static func runTasks(
        with dependencies: Dependencies, limits: RunWorker.Limits = RunWorker.Limits(),
        keeping time: Duration = .seconds(86_400), logger: Logger,
        isReady: (@Sendable (any RunQueue) async -> Bool)? = nil,
        report: @escaping @Sendable (RunWorker.Event) -> Void = { _ in }
    ) -> [PeriodicTask] {
        guard usecases.contains(where: { $0.isDurable }),
            let queue = dependencies.durableRuns.adapter as? any RunQueue
        else { return [] }
        let isReady = isReady ?? { await $0.isThere(logger) }
        let clock = dependencies.clock
        let worker = RunWorker(
            usecases, of: queue, as: "\(HostName.current ?? "server") \(getpid())", limits: limits, clock: clock,
            randomSource: dependencies.randomSource, dependencies: { dependencies }
        ) { event in
            if case .ended(let usecase, .failure(let reason, let pause)) = event {
                logger.log(
                    level: pause == nil ? .error : .warning, "an attempt of a durable run failed",
                    metadata: ["usecase": "\(usecase)", "reason": "\(reason)", "isLast": "\(pause == nil)"])
            }
            report(event)
        }
        return [
            PeriodicTask(every: .seconds(10), clock: clock) {
                guard await isReady(queue) else { return }
                async let work: Void = worker.work()
                while (try? await clock.sleep(for: .seconds(60))) != nil {
                    do throws(ErrorWrapper) {
                        _ = try await queue.removeEnded(for: time, limit: 1_000)
                    } catch {
                        logger.info("durable runs that ended were not removed", metadata: .failure(error))
                    }
                }
                await work
            }
        ]
    }
}

extension RunQueue {
    /// Whether the database has the queue. Otherwise the log says why it cannot be used.
    fileprivate func isThere(_ logger: Logger) async -> Bool {
        do throws(ErrorWrapper) {
            try await check()
            return true
        } catch {
            logger.warning("durable runs cannot be played", metadata: .failure(error))
            return false
        }
    }
}
#endif
