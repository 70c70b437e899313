#if Server
import Dispatch
import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

#if canImport(Glibc)
import UsecasesCMalloc
#endif

/// Accepts connections while places are free, and limits the system resources of each connection. The tasks of a
/// connection run on its event loop, so requests do not switch threads. No work for a request blocks or takes long.
struct AdmittedConnections: ServerChildChannel {
    struct Value: ServerChildChannelValue {
        let http: HTTPConnections.Value
        let address: ClientAddress
        var channel: any Channel { http.channel }
    }

    /// The reason why a connection is closed before it is read.
    private enum Refused: Error {
        case noAddress
        case noPlace(ConnectionPlaces.Refusal)
    }

    /// The size of the kernel's buffer in each direction of a connection, in bytes. Requests and responses are shorter.
    private static let kernelBuffer: SocketOptionValue = 64 * 1024
    /// The maximum number of bytes that are read from a connection before other connections get their turn.
    private static let readLimit = 16 * 1024

    let http: HTTPConnections
    let tls: NIOSSLContext?
    let places: ConnectionPlaces
    let instruments: ServerInstruments
    /// The maximum time until a client accepts a response.
    let responseTimeout: TimeAmount
    /// The logger for messages to operators. Requests cannot crowd them out.
    let operatorLogger: Logger

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        // A connection that the client has already reset has no address and needs no response.
        guard let address = channel.remoteAddress.flatMap({ ClientAddress($0) }) else {
            return refuse(channel, because: .noAddress)
        }
        if let refusal = places.enter(address) {
            instruments.countRefusedConnection(refusal)
            if let count = places.report() {
                operatorLogger.warning(
                    "connections refused",
                    metadata: ["reason": "\(refusal.rawValue)", "refused": "\(count)", "client": "\(address)"])
            }
            return refuse(channel, because: .noPlace(refusal))
        }
        instruments.countConnection(1)
        channel.closeFuture.whenComplete { [places, instruments] _ in
            if places.leave(address) { FreeMemory.giveBack() }
            instruments.countConnection(-1)
        }
        let ready = channel.eventLoop.makeCompletedFuture {
            try limit(channel)
            try channel.pipeline.syncOperations.addHandler(WriteDeadline(timeout: responseTimeout))
            if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
        }.flatMap {
            http.setup(channel: channel, logger: logger)
        }.map { Value(http: $0, address: address) }
        // No other code closes a connection whose setup failed, and its place would be lost permanently.
        ready.whenFailure { _ in channel.close(promise: nil) }
        return ready
    }

    @concurrent func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await ClientAddress.$peer.withValue(value.address) {
                await http.handle(value: value.http, logger: logger)
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

/// Memory that was freed, but is kept by the process for reuse.
enum FreeMemory {
    /// Returns the memory to the system after a second, when closing connections have closed. It uses a different
    /// thread, because it takes some milliseconds.
    static func giveBack() {
        DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: trim)
    }
}

// Only the GNU C library keeps freed memory indefinitely.
#if canImport(Glibc)
private func trim() { _ = malloc_trim(0) }
#else
private func trim() {}
#endif
#endif
