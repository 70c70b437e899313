/// Errors that are not expected in normal operation.
public enum SystemErrors: Error, Sendable, Hashable, Codable {
    /// The failures of an exchange with a server.
    public enum Api: Error, Sendable, Hashable, Codable {
        /// The client cannot be set up.
        case クライアントの初期化に失敗
        /// A status of 400 or above whose body is not an ``ErrorResponse``; `responseJson` is its beginning.
        case エラーレスポンスのデシリアライズに失敗(status: Int, responseJson: String)
        /// A success whose body is not the requested entity; `responseJson` is its beginning.
        case レスポンスのデシリアライズに失敗(status: Int, responseJson: String)
        /// Any other failure of the exchange, such as a redirect that is not followed or an answer over the size limit.
        case その他のエラー(statusCode: Int?)
    }

    /// The failures of an API stub that was prepared for a test.
    public enum Mock: Error, Sendable, Hashable, Codable {
        case 準備されたAPIスタブが呼び出されたAPIと合致しません(message: String)
        case 準備されたAPIスタブのEncodeまたはDecodeに失敗(stub: String)
    }

    /// `location` is where a person finds the store: a path for a file. `content` is the kind of its content, and `nil` for
    /// values that are not in a file of this program.
    public enum DataStore: Error, Sendable, Hashable, Codable {
        case 読み込みに失敗(location: String, content: StoreContent?)
        case 書き込みに失敗(location: String, content: StoreContent?)
        /// The content cannot have been written by this program, or has been damaged since; it is left untouched.
        case 内容が壊れています(location: String, content: StoreContent?)
    }

    /// The errors in the choice of adapters.
    public enum Dependency: Error, Sendable, Hashable, Codable {
        /// No adapter was provided for the port.
        case 未設定(port: String)
    }

    /// The errors of the task that plays a run.
    public enum Task: Error, Sendable, Hashable, Codable {
        /// The run was cancelled, by the user or by the code that started it.
        case 中断
    }

    /// The failures to hash a password.
    public enum Hasher: Error, Sendable, Hashable, Codable {
        /// So many passwords are being hashed that this one would have to wait too long.
        case 混雑
        /// The library that hashes is not installed.
        case ライブラリを使えません
    }

    case api(Api)
    case mock(Mock)
    case dataStore(DataStore)
    case dependency(Dependency)
    case task(Task)
    case hasher(Hasher)
}

extension SystemErrors {
    /// The place that could not be read or written, under the name of its content.
    var args: [String: String] {
        switch self {
        case .dataStore(.読み込みに失敗(let location, let content?)), .dataStore(.書き込みに失敗(let location, let content?)),
            .dataStore(.内容が壊れています(let location, let content?)):
            [content.rawValue: location]
        case .api, .mock, .dataStore, .dependency, .task, .hasher: [:]
        }
    }

    var name: String {
        switch self {
        case .api(let error): error.caseName
        case .mock(let error): error.caseName
        case .dataStore(let error): error.caseName
        case .dependency(let error): error.caseName
        case .task(let error): error.caseName
        case .hasher(let error): error.caseName
        }
    }
}
