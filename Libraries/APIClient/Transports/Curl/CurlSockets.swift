#if os(Linux)
import UsecasesCCurl
import UsecasesCSockets
import Foundation
import UsecasesSystem

/// The sockets of libcurl. One thread waits for them; any other may change what it waits for, or wake it.
final class CurlSockets: Sendable {
    private let sockets: Int32
    private let signal: Int32
    /// Used only by the waiting thread.
    nonisolated(unsafe) private let ready = UnsafeMutablePointer<socket_state>.allocate(capacity: Int(SOCKETS_AT_ONCE))

    init() throws(LibraryUnavailable) {
        sockets = sockets_open()
        signal = sockets_open_signal()
        guard sockets >= 0, signal >= 0 else {
            closeDescriptors()
            throw LibraryUnavailable(reason: "there are no descriptors left to wait for connections")
        }
        sockets_watch(sockets, signal, Int32(SOCKET_READABLE))
    }

    deinit {
        closeDescriptors()
        ready.deallocate()
    }

    private func closeDescriptors() {
        for descriptor in [sockets, signal] where descriptor >= 0 { close(descriptor) }
    }

    /// `interest` is one of libcurl's `CURL_POLL_…`.
    func watch(_ socket: Int32, _ interest: Int32) {
        sockets_watch(sockets, socket, interest == Int32(CURL_POLL_REMOVE) ? 0 : interest)
    }

    func wake() { sockets_signal(signal) }

    /// Waits until a socket is ready, the time is over, or it is woken; `nil` waits without end.
    func wait(milliseconds: Int32?) -> UnsafeBufferPointer<socket_state> {
        var count = Int(sockets_wait(sockets, milliseconds ?? -1, ready))
        if let index = (0..<count).first(where: { ready[$0].socket == signal }) {
            sockets_acknowledge(signal)
            count -= 1
            ready[index] = ready[count]
        }
        return UnsafeBufferPointer(start: ready, count: count)
    }
}
#endif
