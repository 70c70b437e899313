#if Server
import Foundation
import UsecasesEngine
package import UsecasesTerminal

/// Notifies systemd that the service is ready, alive, or about to stop (sd_notify(3)).
package struct SystemdNotifier: Sendable {
    /// The path of the socket. A leading `@` denotes the abstract namespace of Linux.
    private let socket: String
    /// Half the timeout of systemd's watchdog, or `nil` without a watchdog.
    package let aliveInterval: Duration?

    /// Creates a notifier from the variables `NOTIFY_SOCKET` and `WATCHDOG_USEC`. Returns `nil` if systemd does not wait
    /// for notifications.
    package init?(_ environment: Environment) {
        guard let socket = environment["NOTIFY_SOCKET"], socket.hasPrefix("/") || socket.hasPrefix("@") else {
            return nil
        }
        self.socket = socket
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        aliveInterval = microseconds > 0 ? .microseconds(microseconds / 2) : nil
    }

    /// Sends the state, such as `READY=1`. A lost notification is not an error of the service.
    package func send(_ state: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(socket.utf8)
        if path.first == UInt8(ascii: "@") { path[0] = 0 }
        guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { socklen_t($0 + path.count) } ?? 0
        let descriptor = Foundation.socket(AF_UNIX, datagram, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = sendto(descriptor, state, state.utf8.count, 0, address, length)
            }
        }
    }
}

#if canImport(Glibc)
private let datagram = Int32(SOCK_DGRAM.rawValue)
#else
private let datagram = SOCK_DGRAM
#endif
#endif
