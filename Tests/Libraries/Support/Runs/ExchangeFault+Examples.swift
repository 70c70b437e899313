package import UsecasesEngine

private struct Cause: ExchangeError, CustomStringConvertible {
    let fault: ExchangeFault?
    let description = "the cause"
    var causedBy: (any Error)? { nil }
}

extension ExchangeFault {
    private static let unsendable = [
        ExchangeFault.RequestFlaw.header(name: "Authorization"), .noHost, .invalidAddress, .unsupportedScheme,
        .unreadableFiles,
    ].map { ExchangeFault.unsendable(reason: $0) }
    /// One of each kind.
    package static let examples: [ExchangeFault] =
        ExchangeFault.Disconnection.allCases.map { .disconnected($0) }
        + ExchangeFault.CertificateFlaw.allCases.map { .untrusted($0) }
        + ExchangeFault.AnswerFlaw.allCases.map { .malformed($0) }
        + [.tooMany(limit: 5), .otherOrigin, .insecure, .otherMethod, .noAddress].map { .redirect($0) }
        + [.insecure, .tooLarge(limit: 1 << 20), .proxy(status: nil), .proxy(status: 407)]
        + unsendable + [.tooManyOpenFiles, .missingLibrary, .unreadableAuthorities]
}

extension ErrorWrapper {
    /// The error of a client that meets the fault.
    package static func example(of fault: ExchangeFault) -> ErrorWrapper {
        let (args, cause) = (["url": "https://server/path"], Cause(fault: fault))
        return switch fault {
        case .disconnected: .service(error: .client(.networkUnreachable), args: args, causedBy: cause)
        case .tooManyOpenFiles, .missingLibrary, .unreadableAuthorities:
            .system(error: .api(.clientUnusable), args: args, causedBy: cause)
        case .untrusted, .insecure, .malformed, .tooLarge, .redirect, .proxy, .unsendable:
            .system(error: .api(.exchangeFailed(statusCode: nil)), args: args, causedBy: cause)
        }
    }
}
