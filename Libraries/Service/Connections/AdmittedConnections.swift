#if Server
import Dispatch
import HummingbirdCore
import Logging
import NIOCore

#if canImport(Glibc)
import UsecasesCMalloc
#endif

/// The limits and tools with which connections are admitted.
struct Admission: Sendable {
    let places: ConnectionPlaces
    let instruments: ServerInstruments
    /// How long a client may take to accept an answer.
    let responseTimeout: TimeAmount
    /// For messages to operators, which requests cannot crowd out.
    let logger: Logger
}

/// Accepts connections as long as there are places for them, and limits what each takes of the system. The tasks of a
/// connection run on the event loop that reads and writes it, so that a request does not go from thread to thread and
/// back: nothing that the service does for a request blocks or takes long.
struct AdmittedConnections<Base: ServerChildChannel>: ServerChildChannel {
    struct Value: ServerChildChannelValue {
        let base: Base.Value
        let address: ClientAddress
        var channel: any Channel { base.channel }
    }

    /// Why a connection is closed before anything is read from it.
    private enum Refused: Error {
        case noAddress
        case noPlace(ConnectionPlaces.Refusal)
    }

    /// The kernel's buffer for a connection in each direction, in bytes; requests and answers are shorter.
    private static var kernelBuffer: SocketOptionValue { 64 * 1024 }
    /// How many bytes are read from a connection at once, before it is the turn of others.
    private static var readLimit: Int { 16 * 1024 }

    let base: Base
    let admission: Admission

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        // A connection that the client has already reset has no address, and needs no answer.
        guard let address = channel.remoteAddress.flatMap({ ClientAddress($0) }) else {
            return refuse(channel, because: .noAddress)
        }
        if let refusal = admission.places.enter(address) {
            admission.instruments.countRefusedConnection(refusal)
            if let count = admission.places.report() {
                admission.logger.warning(
                    "connections refused",
                    metadata: [
                        "reason": "\(refusal.rawValue)", "refused": "\(count)", "client": "\(address)",
                    ])
            }
            return refuse(channel, because: .noPlace(refusal))
        }
        admission.instruments.countConnection(1)
        channel.closeFuture.whenComplete { [admission] _ in
            if admission.places.leave(address) { FreeMemory.giveBack() }
            admission.instruments.countConnection(-1)
        }
        let ready = channel.eventLoop.makeCompletedFuture {
            try limit(channel)
            try channel.pipeline.syncOperations.addHandler(WriteDeadline(timeout: admission.responseTimeout))
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }.map { Value(base: $0, address: address) }
        // No other code closes a connection that is not set up, and its place would be lost for good.
        ready.whenFailure { _ in channel.close(promise: nil) }
        return ready
    }

    @concurrent func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await ClientAddress.$peer.withValue(value.address) {
                await base.handle(value: value.base, logger: logger)
            }
        }
    }

    private func refuse(_ channel: any Channel, because reason: Refused) -> EventLoopFuture<Value> {
        channel.close(promise: nil)
        return channel.eventLoop.makeFailedFuture(reason)
    }

    private func limit(_ channel: any Channel) throws {
        guard let options = channel.syncOptions else { return }
        try options.setOption(.socketOption(.so_sndbuf), value: Self.kernelBuffer)
        try options.setOption(.socketOption(.so_rcvbuf), value: Self.kernelBuffer)
        try options.setOption(.maxMessagesPerRead, value: 1)
        try options.setOption(
            .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 2048, maximum: Self.readLimit))
    }
}

private final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Memory that was freed, but that the process keeps for reuse.
enum FreeMemory {
    /// Gives it back to the system soon, once the connections that are closing have closed, and on another thread: it
    /// takes some milliseconds.
    static func giveBack() {
        DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: trim)
    }
}

// Only the GNU C library keeps it indefinitely.
#if canImport(Glibc)
private func trim() { _ = malloc_trim(0) }
#else
private func trim() {}
#endif
#endif
