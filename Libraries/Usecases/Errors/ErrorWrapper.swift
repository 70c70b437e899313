/// The only error type of ports and use cases: its family, the arguments of the failed call, and the cause.
public enum ErrorWrapper: Error {
    /// `args` describes the failed call and never holds a secret.
    case service(error: ServiceErrors, args: [String: String] = [:], causedBy: (any Error)? = nil)
    case system(error: SystemErrors, args: [String: String] = [:], causedBy: (any Error)? = nil)

    /// The run was cancelled.
    public static let interrupted = ErrorWrapper.system(error: .task(.中断))

    /// Whether it is ``interrupted``.
    package var isInterruption: Bool {
        if case .system(error: .task(.中断), _, _) = self { true } else { false }
    }

    /// The arguments of the failed call, and the place of a data store's file under the name of its content.
    public var args: [String: String] {
        switch self {
        case .service(_, let args, _): args
        case .system(let error, let args, _): args.merging(error.args) { given, _ in given }
        }
    }

    /// The name of the error's case, such as `ネットワーク接続不可`.
    public var name: String {
        switch self {
        case .service(let error, _, _): error.name
        case .system(let error, _, _): error.name
        }
    }

    /// The causes, the nearest first, as far as they can be followed.
    package var causes: [any Error] {
        var causes: [any Error] = []
        var next = causedBy
        while let cause = next {
            causes.append(cause)
            next = (cause as? any CausedError)?.causedBy
        }
        return causes
    }

    /// The hindrance that the nearest cause knows of; `nil` if no cause knows one.
    public var hindrance: Hindrance? {
        causes.lazy.compactMap { ($0 as? any HinderedError)?.hindrance }.first
    }

    /// The status of the response, if one came.
    public var status: Int? {
        switch self {
        case .service(.server(_, let status), _, _): status
        case .service(.client, _, _), .service(.authorization, _, _): nil
        case .system(.api(let error), _, _): error.status
        case .system(.mock, _, _), .system(.dataStore, _, _), .system(.dependency, _, _), .system(.task, _, _),
            .system(.hasher, _, _):
            nil
        }
    }
}

extension ErrorWrapper: CausedError {
    /// The nearest cause; `nil` if there is none.
    public var causedBy: (any Error)? {
        switch self {
        case .service(_, _, let cause), .system(_, _, let cause): cause
        }
    }
}

extension SystemErrors.Api {
    fileprivate var status: Int? {
        switch self {
        case .クライアントの初期化に失敗: nil
        case .エラーレスポンスのデシリアライズに失敗(let status, _), .レスポンスのデシリアライズに失敗(let status, _): status
        case .その他のエラー(let statusCode): statusCode
        }
    }
}
