#if Server
import Foundation
import NIOCore
import UsecasesEngine

/// The address for the service to listen on, tested without listening.
struct ListeningAddress {
    let host: String
    let port: Int
    /// The settings that name the host and the port.
    var settings: (host: ServerSetting, port: ServerSetting) = (.host, .port)

    /// The problem of the address, or `nil` without one. An address that another program uses is not a problem.
    var problem: Sentence? {
        let address: SocketAddress
        do {
            address = try SocketAddress.makeAddressResolvingHost(host, port: port)
        } catch let error as SocketAddressError.UnknownHost {
            return unresolved(error.errorDescription)
        } catch {
            return unresolved("\(error)")
        }
        switch Self.bind(address) {
        case 0, EADDRINUSE: return nil
        case EADDRNOTAVAIL:
            return Sentence(
                en: "\(settings.host.name) is '\(host)', which is not an address of this machine.",
                ja: "\(settings.host.name)の「\(host)」はこのマシンのアドレスではありません。")
        case EACCES:
            return Sentence(
                en: "\(settings.port.name) is \(port), which this user may not listen on.",
                ja: "\(settings.port.name)の\(port)で待ち受ける権限がありません。")
        case let code:
            let reason = String(cString: strerror(code))
            return Sentence(
                en: "\(settings.host.name) is '\(host)', which cannot be listened on: \(reason).",
                ja: "\(settings.host.name)の「\(host)」では待ち受けられません: \(reason)")
        }
    }

    private func unresolved(_ reason: String) -> Sentence {
        Sentence(
            en: "\(settings.host.name) is '\(host)', which is not an address and leads to none: \(reason).",
            ja: "\(settings.host.name)の「\(host)」はアドレスではなく、名前としても見つかりません: \(reason)")
    }

    /// Returns the error number, or 0.
    private static func bind(_ address: SocketAddress) -> Int32 {
        address.withSockAddr { pointer, length in
            let socket = Foundation.socket(address.protocol.rawValue, streamSocket, 0)
            guard socket >= 0 else { return errno }
            defer { close(socket) }
            // The service sets this option, too. Remaining connections of an ended service then do not block the
            // address.
            var isReused: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
            return Foundation.bind(socket, pointer, socklen_t(length)) == 0 ? 0 : errno
        }
    }
}

#if canImport(Glibc)
private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
private let streamSocket = SOCK_STREAM
#endif
#endif
