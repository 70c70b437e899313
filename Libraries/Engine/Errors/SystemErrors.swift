/// Errors that are not expected in normal operation. In JSON, each case has its Japanese name.
public enum SystemErrors: Error, Sendable, Hashable {
    /// The failures of an exchange with a server.
    public enum API: Error, Sendable, Hashable, Codable {
        /// The client cannot be set up.
        case clientUnusable
        /// A status of 400 or above with a body that the service's reader refuses. `responseJSON` is the start of the
        /// body.
        case errorResponseUndecodable(status: Int, responseJSON: String)
        /// A successful response with a body that is not the requested entity. `responseJSON` is the start of the body.
        case responseUndecodable(status: Int, responseJSON: String)
        /// Any other failure of the exchange, such as a redirect that is not followed or an answer over the size limit.
        case exchangeFailed(statusCode: Int?)
    }

    /// The failures of an API stub that was prepared for a test.
    public enum Mock: Error, Sendable, Hashable, Codable {
        /// The stub does not expect this call. `message` describes the call and the stub.
        case stubMismatch(message: String)
        /// The prepared result could not be encoded, or not decoded again. `stub` is its description.
        case stubUncodable(stub: String)
    }

    /// The failures of a data store. `location` describes the store to the user, for a file by its path. `content` is
    /// the kind of content, or `nil` for values that are not in a file of this program.
    public enum DataStore: Error, Sendable, Hashable, Codable {
        /// The content cannot be read.
        case unreadable(location: String, content: StoreContent?)
        /// The content cannot be written.
        case unwritable(location: String, content: StoreContent?)
        /// The content was not written by this program, or was damaged later. It is left untouched.
        case damaged(location: String, content: StoreContent?)
    }

    /// The errors in the selection of adapters.
    public enum Dependency: Error, Sendable, Hashable, Codable {
        /// No adapter was provided for the port.
        case portNotProvided(port: String)
    }

    /// The errors of the task that plays a run.
    public enum Task: Error, Sendable, Hashable, Codable {
        /// The run was cancelled, by the user or by the code that started it.
        case interrupted
    }

    /// A failure of an exchange with a server.
    case api(API)
    /// A failure of an API stub.
    case mock(Mock)
    /// A failure of a data store or a file.
    case dataStore(DataStore)
    /// A missing adapter.
    case dependency(Dependency)
    /// The end of the task that plays the run.
    case task(Task)
    /// An error that the application declares. It is indirect, because every call of a port reserves memory for an error.
    indirect case application(ApplicationError)
}

/// The JSON is that of a synthesized conformance. An application's error has its family and its name as the cases.
extension SystemErrors: Codable {
    private enum CodingKeys: CodingKey {
        case api, mock, dataStore, dependency, task
    }

    private struct Value<Failure: Decodable>: Decodable {
        let _0: Failure
    }

    /// Decodes an error. An unknown family belongs to an application.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func value<Failure: Decodable>(_ family: CodingKeys) throws -> Failure {
            try container.decode(Value.self, forKey: family)._0
        }
        switch container.allKeys {
        case [.api]: self = .api(try value(.api))
        case [.mock]: self = .mock(try value(.mock))
        case [.dataStore]: self = .dataStore(try value(.dataStore))
        case [.dependency]: self = .dependency(try value(.dependency))
        case [.task]: self = .task(try value(.task))
        default: self = .application(try ApplicationError(recorded: decoder))
        }
    }

    /// Encodes the family and its error.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .api(let error): try ["api": ["_0": error]].encode(to: encoder)
        case .mock(let error): try ["mock": ["_0": error]].encode(to: encoder)
        case .dataStore(let error): try ["dataStore": ["_0": error]].encode(to: encoder)
        case .dependency(let error): try ["dependency": ["_0": error]].encode(to: encoder)
        case .task(let error): try ["task": ["_0": error]].encode(to: encoder)
        case .application(let error): try [error.family: ["_0": [error.name: [String: String]()]]].encode(to: encoder)
        }
    }
}

extension SystemErrors {
    /// The location of the failed read or write, keyed by the kind of content.
    var args: [String: String] {
        switch self {
        case .dataStore(.unreadable(let location, let content?)), .dataStore(.unwritable(let location, let content?)),
            .dataStore(.damaged(let location, let content?)):
            [content.name: location]
        case .api, .mock, .dataStore, .dependency, .task, .application: [:]
        }
    }

    var name: String {
        switch self {
        case .api(let error): error.caseName
        case .mock(let error): error.caseName
        case .dataStore(let error): error.caseName
        case .dependency(let error): error.caseName
        case .task(let error): error.caseName
        case .application(let error): error.name
        }
    }
}

/// Errors that are expected and explained to the user. In JSON, each case has its Japanese name.
public enum ServiceErrors: Error, Sendable, Hashable, Codable {
    /// The errors of a client that receives no response.
    public enum Client: Error, Sendable, Hashable, Codable {
        /// No connection, a name that was not resolved, a timeout, or a connection lost before the answer was complete.
        case networkUnreachable
    }

    /// The reasons why a use case may not be run.
    public enum Authorization: Error, Sendable, Hashable, Codable {
        /// The actor may not run the use case. No scene was entered.
        case notPermitted(actor: Actor, usecase: String)
    }

    /// The client received no response.
    case client(Client)
    /// The server answered with `status`, 400 or above, in the agreed format.
    case server(ErrorResponse, status: Int)
    /// The actor may not run the use case.
    case authorization(Authorization)
}

extension ServiceErrors {
    var name: String {
        switch self {
        case .client(let error): error.caseName
        case .server: "\(ErrorResponse.self)"
        case .authorization(let error): error.caseName
        }
    }
}

extension Error {
    /// The Japanese name of the case, without its associated values.
    var caseName: String {
        let name = Mirror(reflecting: self).children.first?.label ?? "\(self)"
        return ErrorWrapper.japaneseNames[name] ?? name
    }
}

extension SystemErrors.API {
    private enum CodingKeys: String, CodingKey {
        case clientUnusable = "クライアントの初期化に失敗"
        case errorResponseUndecodable = "エラーレスポンスのデシリアライズに失敗"
        case responseUndecodable = "レスポンスのデシリアライズに失敗"
        case exchangeFailed = "その他のエラー"
    }
}

extension SystemErrors.Mock {
    private enum CodingKeys: String, CodingKey {
        case stubMismatch = "準備されたAPIスタブが呼び出されたAPIと合致しません"
        case stubUncodable = "準備されたAPIスタブのEncodeまたはDecodeに失敗"
    }
}

extension SystemErrors.DataStore {
    private enum CodingKeys: String, CodingKey {
        case unreadable = "読み込みに失敗"
        case unwritable = "書き込みに失敗"
        case damaged = "内容が壊れています"
    }
}

extension SystemErrors.Dependency {
    private enum CodingKeys: String, CodingKey {
        case portNotProvided = "未設定"
    }
}

extension SystemErrors.Task {
    private enum CodingKeys: String, CodingKey {
        case interrupted = "中断"
    }
}

extension ServiceErrors.Client {
    private enum CodingKeys: String, CodingKey {
        case networkUnreachable = "ネットワーク接続不可"
    }
}

extension ServiceErrors.Authorization {
    private enum CodingKeys: String, CodingKey {
        case notPermitted = "実行を許可されていません"
    }
}
