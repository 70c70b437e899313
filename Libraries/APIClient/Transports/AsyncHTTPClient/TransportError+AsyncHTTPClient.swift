#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Usecases
import UsecasesSystem

extension TransportError {
    /// Maps errors of AsyncHTTPClient and SwiftNIO.
    init(asyncHTTPClient error: any Error, _ request: HttpRequest) {
        let kind = Self.kind(of: error)
        self.init(kind, causedBy: kind == .cancelled ? nil : AsyncHTTPClientFailure(error: error), request: request)
    }

    private static func kind(of error: any Error) -> Kind {
        switch error {
        case is CancellationError: .cancelled
        case let error as NIOConnectionError: kind(of: error)
        case let error as IOError where [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(error.errnoCode):
            .disconnected(.cannotConnect)
        case is ChannelError, is IOError: .disconnected(.connectionLost)
        case let error as HTTPClientError: kind(of: error)
        case let error as HTTPParserError: kind(of: error)
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
            .malformed(.coding)
        case NIOSSLError.handshakeFailed(let reason):
            "\(reason)".contains("CERTIFICATE_VERIFY_FAILED") ? .untrusted(.rejected) : .insecure
        case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate: .untrusted(.rejected)
        case NIOSSLError.failedToLoadCertificate, NIOSSLError.noSuchFilesystemObject: .unreadableAuthorities
        case let error as BoringSSLError where "\(error)".contains("X.509 certificate routines"): .unreadableAuthorities
        case NIOSSLError.uncleanShutdown: .disconnected(.connectionLost)
        case let error as NIOSSLExtraError where error == .failedToValidateHostname: .untrusted(.wrongHost)
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: .insecure
        case is HttpBodyReader.FileTooShort, is PosixError: .unsendable("its files cannot be read")
        default: .other
        }
    }

    private static func kind(of error: NIOConnectionError) -> Kind {
        // TLS failures are reported as connection errors.
        if let other = error.connectionErrors.lazy.map(\.error).first(where: { !($0 is IOError) }) {
            let kind = kind(of: other)
            if kind != .other { return kind }
        }
        return .disconnected(error.connectionErrors.isEmpty ? .hostNotFound : .cannotConnect)
    }

    private static func kind(of error: HTTPClientError) -> Kind {
        switch error {
        case .cancelled: .cancelled
        case .connectTimeout, .deadlineExceeded, .readTimeout, .tlsHandshakeTimeout: .disconnected(.timedOut)
        case .remoteConnectionClosed, .uncleanShutdown: .disconnected(.connectionLost)
        case .invalidURL, .emptyHost, .emptyScheme: .unsendable("it has no valid address")
        case .proxyAuthenticationRequired: .proxy(status: 407)
        case .invalidProxyResponse, .httpProxyHandshakeTimeout: .proxy(status: nil)
        default: .other
        }
    }

    private static func kind(of error: HTTPParserError) -> Kind {
        switch error {
        case .invalidEOFState, .closedConnection: .disconnected(.connectionLost)
        case .headerOverflow: .malformed(.headTooLarge)
        case .invalidChunkSize: .malformed(.chunking)
        case .invalidContentLength, .unexpectedContentLength: .malformed(.length)
        case .invalidConstant, .invalidVersion: .malformed(.notHttp)
        default: .malformed(.head)
        }
    }
}

/// A failure of AsyncHTTPClient or SwiftNIO with its own message, which is the same in every language.
private struct AsyncHTTPClientFailure: Error, CustomStringConvertible {
    let error: any Error

    var description: String { "\(type(of: error)): \(error)" }
}
#endif
