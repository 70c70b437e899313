public import Usecases

// `kind` exists for the compiler alone, which reports a case without a kind of its own.

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
    /// The kinds of errors of the client of a service.
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

extension SystemErrors.Api {
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

    /// Some have another explanation for another status.
    static func examples(of kind: Kind) -> [Self] {
        switch kind {
        case .setUp: [.クライアントの初期化に失敗]
        case .refusal: [404, 502].map { .エラーレスポンスのデシリアライズに失敗(status: $0, responseJson: "") }
        case .answer: [.レスポンスのデシリアライズに失敗(status: 200, responseJson: "")]
        case .other: [.その他のエラー(statusCode: nil), .その他のエラー(statusCode: 302)]
        }
    }
}

extension SystemErrors.Mock {
    /// The kinds of errors of prepared answers.
    public enum Kind: CaseIterable {
        case otherApi, malformed
    }

    private var kind: Kind {
        switch self {
        case .準備されたAPIスタブが呼び出されたAPIと合致しません: .otherApi
        case .準備されたAPIスタブのEncodeまたはDecodeに失敗: .malformed
        }
    }

    static func example(of kind: Kind) -> Self {
        switch kind {
        case .otherApi: .準備されたAPIスタブが呼び出されたAPIと合致しません(message: "GET /zen")
        case .malformed: .準備されたAPIスタブのEncodeまたはDecodeに失敗(stub: "Zen")
        }
    }
}
