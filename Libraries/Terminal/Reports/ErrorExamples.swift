public import Usecases

/// An example of every error that can end a run of any application, for the list of all errors.
///
/// Each family enumerates its own kinds. A new case does not compile without a kind, and a new kind does not compile
/// without an example.
enum ErrorExamples {
    /// Returns the examples. `usecase` is the name of a use case of the application.
    static func all(with usecase: String) -> [ErrorWrapper] {
        services(usecase).map { .service(error: $0, args: asked) } + systems.map { .system(error: $0, args: asked) }
            + exchanges + kept
    }

    static let asked = ["method": "GET", "url": "https://example.com/"]

    private static func services(_ usecase: String) -> [ServiceErrors] {
        ServiceErrors.Kind.allCases.flatMap { kind -> [ServiceErrors] in
            switch kind {
            case .client: ServiceErrors.Client.Kind.allCases.map { .client(.example(of: $0)) }
            case .server:
                [429, 503].map {
                    .server(ErrorResponse(code: "CODE", title: "Title", message: "What the server says."), status: $0)
                }
            case .authorization:
                ServiceErrors.Authorization.Kind.allCases.map { .authorization(.example(of: $0, usecase)) }
            }
        }
    }

    private static var systems: [SystemErrors] {
        SystemErrors.Kind.allCases.flatMap { kind -> [SystemErrors] in
            switch kind {
            case .api: SystemErrors.API.Kind.allCases.flatMap { SystemErrors.API.examples(of: $0) }.map { .api($0) }
            case .mock: SystemErrors.Mock.Kind.allCases.map { .mock(.example(of: $0)) }
            case .dataStore: []
            case .dependency: [.dependency(.未設定(port: "DataStore"))]
            case .task: [.task(.中断)]
            // Only an application with passwords has these errors.
            case .hasher: []
            }
        }
    }

    /// The errors of reading and writing, for the content of every application. A hindrance with the same explanation for
    /// every content is listed only for the state.
    private static var kept: [ErrorWrapper] {
        let paths: [Hindrance?] = [nil, .missing, .unusablePlace]
        return ErrorWrapper.examples(
            of: .state, at: "…/store.json",
            reading: paths + [.noPermission, .foreignOwner, .openToOthers, .tooManyOpenFiles, .irregularFile],
            writing: paths + [
                .noSpace, .sizeLimit, .noLocks, .noPermission, .readOnly, .tooManyOpenFiles, .heldLock, .unconfirmed,
            ],
            damaged: [nil, .tooLarge, .newerVersion])
            + ErrorWrapper.examples(
                of: .recording, at: "run.jsonl", reading: paths + [.irregularFile],
                writing: paths + [.noSpace, .alreadyThere], damaged: [nil, .tooLarge, .newerVersion])
            + ErrorWrapper.examples(
                of: .leftovers, at: "leftovers/leftovers.jsonl", reading: paths,
                writing: paths + [.noSpace, .alreadyThere], damaged: [nil, .newerVersion])
            + ErrorWrapper.examples(
                of: .coverage, at: "coverage.jsonl", reading: paths + [.irregularFile], writing: [],
                damaged: [nil, .tooLarge])
            + ErrorWrapper.examples(
                of: nil, at: "UserDefaults “…”", reading: [nil], writing: [nil, .heldLock], damaged: [nil])
    }
}

extension ErrorWrapper {
    /// Returns an error of reading, of writing and of damaged content for each of these hindrances, with `nil` for any
    /// other. `location` is an example.
    public static func examples(
        of content: StoreContent?, at location: String, reading: [Hindrance?] = [nil], writing: [Hindrance?] = [nil],
        damaged: [Hindrance?] = [nil]
    ) -> [ErrorWrapper] {
        func errors(_ error: SystemErrors.DataStore, _ hindrances: [Hindrance?]) -> [ErrorWrapper] {
            hindrances.map { .system(error: .dataStore(error), causedBy: $0.map(Obstruction.init)) }
        }
        return errors(.読み込みに失敗(location: location, content: content), reading)
            + errors(.書き込みに失敗(location: location, content: content), writing)
            + errors(.内容が壊れています(location: location, content: content), damaged)
    }
}

private struct Obstruction: HinderedError {
    let hindrance: Hindrance?
}

extension ErrorExamples {
    /// The errors that prevent an exchange with a server.
    static var exchanges: [ErrorWrapper] {
        ExchangeFault.Kind.allCases.flatMap { kind in ExchangeFault.examples(of: kind) }.map { fault in
            switch fault {
            case .disconnected: .service(error: .client(.ネットワーク接続不可), args: asked, causedBy: Exchange(fault))
            case .tooManyOpenFiles, .missingLibrary, .unreadableAuthorities:
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
        case disconnected, untrusted, insecure, malformed, tooLarge, redirect, proxy, unsendable, files, library,
            authorities
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
        case .tooManyOpenFiles: .files
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
        case .unsendable: RequestFlaw.Kind.allCases.map { .unsendable(reason: .example(of: $0)) }
        case .files: [.tooManyOpenFiles]
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

extension ExchangeFault.RequestFlaw {
    fileprivate enum Kind: CaseIterable {
        case header, noHost, invalidAddress, unsupportedScheme, unreadableFiles
    }

    private var kind: Kind {
        switch self {
        case .header: .header
        case .noHost: .noHost
        case .invalidAddress: .invalidAddress
        case .unsupportedScheme: .unsupportedScheme
        case .unreadableFiles: .unreadableFiles
        }
    }

    fileprivate static func example(of kind: Kind) -> Self {
        switch kind {
        case .header: .header(name: "Authorization")
        case .noHost: .noHost
        case .invalidAddress: .invalidAddress
        case .unsupportedScheme: .unsupportedScheme
        case .unreadableFiles: .unreadableFiles
        }
    }
}

// `kind` exists only for the compiler. It reports a case without a kind.

extension ServiceErrors {
    /// The kinds of service errors.
    public enum Kind: CaseIterable {
        case client, server, authorization
    }

    private var kind: Kind {
        switch self {
        case .client: .client
        case .server: .server
        case .authorization: .authorization
        }
    }
}

extension ServiceErrors.Client {
    /// The kinds of errors of a service's client.
    public enum Kind: CaseIterable {
        case disconnected
    }

    private var kind: Kind {
        switch self {
        case .ネットワーク接続不可: .disconnected
        }
    }

    static func example(of kind: Kind) -> Self {
        switch kind {
        case .disconnected: .ネットワーク接続不可
        }
    }
}

extension ServiceErrors.Authorization {
    /// The kinds of errors of authorization.
    public enum Kind: CaseIterable {
        case forbidden
    }

    private var kind: Kind {
        switch self {
        case .実行を許可されていません: .forbidden
        }
    }

    static func example(of kind: Kind, _ usecase: String) -> Self {
        switch kind {
        case .forbidden: .実行を許可されていません(actor: .user, usecase: usecase)
        }
    }
}

extension SystemErrors {
    /// The kinds of system errors.
    public enum Kind: CaseIterable {
        case api, mock, dataStore, dependency, task, hasher
    }

    private var kind: Kind {
        switch self {
        case .api: .api
        case .mock: .mock
        case .dataStore: .dataStore
        case .dependency(.未設定): .dependency
        case .task(.中断): .task
        case .hasher: .hasher
        }
    }
}

extension SystemErrors.API {
    /// The kinds of errors of an exchange with a service.
    public enum Kind: CaseIterable {
        case setUp, refusal, answer, other
    }

    private var kind: Kind {
        switch self {
        case .クライアントの初期化に失敗: .setUp
        case .エラーレスポンスのデシリアライズに失敗: .refusal
        case .レスポンスのデシリアライズに失敗: .answer
        case .その他のエラー: .other
        }
    }

    /// Returns the examples of a kind. Some kinds have different explanations for different statuses.
    static func examples(of kind: Kind) -> [Self] {
        switch kind {
        case .setUp: [.クライアントの初期化に失敗]
        case .refusal: [404, 502].map { .エラーレスポンスのデシリアライズに失敗(status: $0, responseJSON: "") }
        case .answer: [.レスポンスのデシリアライズに失敗(status: 200, responseJSON: "")]
        case .other: [.その他のエラー(statusCode: nil), .その他のエラー(statusCode: 302)]
        }
    }
}

extension SystemErrors.Mock {
    /// The kinds of errors of stubbed responses.
    public enum Kind: CaseIterable {
        case otherAPI, malformed
    }

    private var kind: Kind {
        switch self {
        case .準備されたAPIスタブが呼び出されたAPIと合致しません: .otherAPI
        case .準備されたAPIスタブのEncodeまたはDecodeに失敗: .malformed
        }
    }

    static func example(of kind: Kind) -> Self {
        switch kind {
        case .otherAPI: .準備されたAPIスタブが呼び出されたAPIと合致しません(message: "GET /")
        case .malformed: .準備されたAPIスタブのEncodeまたはDecodeに失敗(stub: "Answer")
        }
    }
}
