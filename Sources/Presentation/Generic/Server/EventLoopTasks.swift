#if Server
import HummingbirdCore
import Logging
import NIOCore

/// Runs the tasks of a connection on the event loop that reads and writes it, so that a request does not go from thread
/// to thread and back: nothing that the service does for a request blocks or takes long.
struct EventLoopTasks<Base: ServerChildChannel>: ServerChildChannel {
    private final class Executor: TaskExecutor {
        private let eventLoop: any EventLoop

        init(_ eventLoop: any EventLoop) {
            self.eventLoop = eventLoop
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    let base: Base

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        base.setup(channel: channel, logger: logger)
    }

    @concurrent func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(Executor(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}
#endif
