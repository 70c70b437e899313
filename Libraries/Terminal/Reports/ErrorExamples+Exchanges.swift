import Usecases

extension ErrorExamples {
    /// What can keep an exchange with a server from being completed.
    static var exchanges: [ErrorWrapper] {
        ExchangeFault.Kind.allCases.flatMap { kind in ExchangeFault.examples(of: kind) }.map { fault in
            switch fault {
            case .disconnected: .service(error: .client(.ネットワーク接続不可), args: asked, causedBy: Exchange(fault))
            case .missingLibrary, .unreadableAuthorities:
                .system(error: .api(.クライアントの初期化に失敗), args: asked, causedBy: Exchange(fault))
            case .tooLarge: .system(error: .api(.その他のエラー(statusCode: 200)), args: asked, causedBy: Exchange(fault))
            case .redirect: .system(error: .api(.その他のエラー(statusCode: 302)), args: asked, causedBy: Exchange(fault))
            case .untrusted, .insecure, .malformed, .proxy, .unsendable:
                .system(error: .api(.その他のエラー(statusCode: nil)), args: asked, causedBy: Exchange(fault))
            }
        }
    }
}

private struct Exchange: ExchangeError {
    let fault: ExchangeFault?
    let causedBy: (any Error)? = nil

    init(_ fault: ExchangeFault) {
        self.fault = fault
    }
}

extension ExchangeFault {
    fileprivate enum Kind: CaseIterable {
        case disconnected, untrusted, insecure, malformed, tooLarge, redirect, proxy, unsendable, library, authorities
    }

    private var kind: Kind {
        switch self {
        case .disconnected: .disconnected
        case .untrusted: .untrusted
        case .insecure: .insecure
        case .malformed: .malformed
        case .tooLarge: .tooLarge
        case .redirect: .redirect
        case .proxy: .proxy
        case .unsendable: .unsendable
        case .missingLibrary: .library
        case .unreadableAuthorities: .authorities
        }
    }

    fileprivate static func examples(of kind: Kind) -> [ExchangeFault] {
        switch kind {
        case .disconnected: Disconnection.allCases.map { .disconnected($0) }
        case .untrusted: CertificateFlaw.allCases.map { .untrusted($0) }
        case .insecure: [.insecure]
        case .malformed: AnswerFlaw.allCases.map { .malformed($0) }
        case .tooLarge: [.tooLarge(limit: 1_048_576)]
        case .redirect: RedirectFlaw.Kind.allCases.map { .redirect(.example(of: $0)) }
        case .proxy: [.proxy(status: nil), .proxy(status: 407)]
        case .unsendable: [.unsendable(reason: "it has no valid address")]
        case .library: [.missingLibrary]
        case .authorities: [.unreadableAuthorities]
        }
    }
}

extension ExchangeFault.RedirectFlaw {
    fileprivate enum Kind: CaseIterable {
        case tooMany, otherOrigin, insecure, otherMethod, secrets, noAddress
    }

    private var kind: Kind {
        switch self {
        case .tooMany: .tooMany
        case .otherOrigin: .otherOrigin
        case .insecure: .insecure
        case .otherMethod: .otherMethod
        case .secrets: .secrets
        case .noAddress: .noAddress
        }
    }

    fileprivate static func example(of kind: Kind) -> Self {
        switch kind {
        case .tooMany: .tooMany(limit: 5)
        case .otherOrigin: .otherOrigin
        case .insecure: .insecure
        case .otherMethod: .otherMethod
        case .secrets: .secrets
        case .noAddress: .noAddress
        }
    }
}
