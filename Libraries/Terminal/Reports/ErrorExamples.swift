public import Usecases

/// An example of every error that can end a run, for the list of all errors.
///
/// Each family enumerates its own kinds. A new case does not compile without a kind, and a new kind does not compile
/// without an example.
enum ErrorExamples {
    static var all: [ErrorWrapper] {
        services.map { .service(error: $0, args: asked) } + systems.map { .system(error: $0, args: asked) } + exchanges
            + kept
    }

    static let asked = ["method": "GET", "url": "https://example.com/"]

    private static var services: [ServiceErrors] {
        ServiceErrors.Kind.allCases.flatMap { kind -> [ServiceErrors] in
            switch kind {
            case .client: ServiceErrors.Client.Kind.allCases.map { .client(.example(of: $0)) }
            case .server:
                [429, 503].map {
                    .server(ErrorResponse(code: "CODE", title: "Title", message: "What the server says."), status: $0)
                }
            case .authorization: ServiceErrors.Authorization.Kind.allCases.map { .authorization(.example(of: $0)) }
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
            case .hasher: SystemErrors.Hasher.Kind.allCases.map { .hasher(.example(of: $0)) }
            }
        }
    }

    /// The errors of reading and writing, for each content and each hindrance.
    private static var kept: [ErrorWrapper] {
        SystemErrors.DataStore.Kind.allCases.flatMap { kind in
            (StoreContent.allCases + [nil]).flatMap { content in
                kind.hindrances(of: content).map { hindrance in
                    .system(
                        error: .dataStore(.example(of: kind, content)),
                        causedBy: hindrance.map(Obstruction.init))
                }
            }
        }
    }
}

private struct Obstruction: HinderedError {
    let hindrance: Hindrance?
}

extension StoreContent? {
    fileprivate var location: String {
        switch self {
        case .state: "…/store.json"
        case .database: "…/devices.sqlite"
        case .backup: "…/backup.sqlite"
        case nil: "UserDefaults “…”"
        case .folder: "…/progress.json"
        case .leftovers: "leftovers/leftovers.jsonl"
        case .application: "../shop"
        case .recording: "run.jsonl"
        case .coverage: "coverage.jsonl"
        }
    }
}

extension SystemErrors.DataStore {
    fileprivate enum Kind: CaseIterable {
        case read, write, damaged

        /// Returns the possible hindrances, with `nil` for any other. A hindrance with the same explanation for every
        /// content is listed only for the store.
        func hindrances(of content: StoreContent?) -> [Hindrance?] {
            switch (self, content) {
            case (.read, .state):
                [
                    nil, .noPermission, .foreignOwner, .openToOthers, .tooManyOpenFiles, .irregularFile, .missing,
                    .unusablePlace,
                ]
            case (.read, .recording), (.read, .coverage): [nil, .irregularFile, .missing, .unusablePlace]
            case (.read, .database): [nil]
            case (.write, .database), (.write, .backup): [nil, .noSpace]
            case (.damaged, .database): [nil, .newerVersion]
            case (.read, .backup), (.damaged, .backup), (.damaged, .application): []
            case (.read, nil), (.damaged, nil), (.damaged, .folder), (.read, .application): [nil]
            case (.read, .folder): [nil, .foreignOwner]
            case (.write, .state):
                [
                    nil, .noSpace, .noPermission, .readOnly, .tooManyOpenFiles, .missing, .unusablePlace, .heldLock,
                    .unconfirmed,
                ]
            case (.write, nil): [nil, .heldLock]
            case (.write, .folder): [nil, .noSpace]
            case (.write, .application): [nil, .noSpace, .alreadyThere]
            case (.read, .leftovers): [nil, .missing, .unusablePlace]
            case (.write, .leftovers): [nil, .noSpace, .missing, .unusablePlace, .alreadyThere]
            case (.damaged, .leftovers): [nil, .newerVersion]
            case (.write, .recording): [nil, .noSpace, .missing, .unusablePlace, .alreadyThere]
            case (.write, .coverage): []
            case (.damaged, .state), (.damaged, .recording): [nil, .tooLarge, .newerVersion]
            case (.damaged, .coverage): [nil, .tooLarge]
            }
        }
    }

    private var kind: Kind {
        switch self {
        case .読み込みに失敗: .read
        case .書き込みに失敗: .write
        case .内容が壊れています: .damaged
        }
    }

    fileprivate static func example(of kind: Kind, _ content: StoreContent?) -> Self {
        switch kind {
        case .read: .読み込みに失敗(location: content.location, content: content)
        case .write: .書き込みに失敗(location: content.location, content: content)
        case .damaged: .内容が壊れています(location: content.location, content: content)
        }
    }
}

extension ErrorExamples {
    /// The errors that prevent an exchange with a server.
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
        case .unsendable: RequestFlaw.Kind.allCases.map { .unsendable(reason: .example(of: $0)) }
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

    static func example(of kind: Kind) -> Self {
        switch kind {
        case .forbidden: .実行を許可されていません(actor: .user, usecase: "RegisterDevice")
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

extension SystemErrors.Hasher {
    /// The kinds of errors of the hasher.
    public enum Kind: CaseIterable {
        case crowd, library
    }

    private var kind: Kind {
        switch self {
        case .混雑: .crowd
        case .ライブラリを使えません: .library
        }
    }

    static func example(of kind: Kind) -> Self {
        switch kind {
        case .crowd: .混雑
        case .library: .ライブラリを使えません
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
        case .otherAPI: .準備されたAPIスタブが呼び出されたAPIと合致しません(message: "GET /zen")
        case .malformed: .準備されたAPIスタブのEncodeまたはDecodeに失敗(stub: "Zen")
        }
    }
}
