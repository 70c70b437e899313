public import Testing
public import Usecases
import UsecasesAPIClient
public import UsecasesTerminal

/// An error from a port, with the error name and the exit status that the user must then see.
public struct PortFailure: Sendable, CustomTestStringConvertible {
    /// The error that the port throws.
    public let error: ErrorWrapper
    /// The name that the reported error must have.
    public let name: String
    /// The exit status that the program must have.
    public let exitStatus: UsecasesTerminal::ExitStatus

    /// The name and the exit status.
    public var testDescription: String { "\(name), \(exitStatus)" }
}

/// Failures of stored data.
extension PortFailure {
    /// The failure of a store that cannot be read.
    public static let unreadable = kept(.読み込みに失敗(location: location, content: nil), "読み込みに失敗", .storeFailure)
    /// The failure of a store that cannot be written.
    public static let unwritable = kept(.書き込みに失敗(location: location, content: nil), "書き込みに失敗", .storeFailure)
    /// The failure of a store whose content is damaged.
    public static let damaged = kept(.内容が壊れています(location: location, content: nil), "内容が壊れています", .badData)

    /// The failures of reading.
    public static let whenRead = [unreadable, damaged]
    /// The failures of changing data. They include the failures of reading, because data is read before it is changed.
    public static let whenChanged = [unreadable, damaged, unwritable]

    private static let location = "a broken disk"

    private static func kept(
        _ error: SystemErrors.DataStore, _ name: String, _ exitStatus: UsecasesTerminal::ExitStatus
    ) -> PortFailure {
        PortFailure(
            error: .system(error: .dataStore(error), args: ["location": location]), name: name, exitStatus: exitStatus)
    }
}

/// Failures of a service that is called over a network.
extension PortFailure {
    /// The failures of a request. They cover the connection, error responses of the service, responses that cannot be
    /// decoded, and errors of the client itself.
    public static let whenAsked: [PortFailure] = [
        PortFailure(
            error: .service(error: .client(.ネットワーク接続不可), args: args), name: "ネットワーク接続不可", exitStatus: .unavailable),
        answered(503, .unavailable),
        answered(403, .notAllowed),
        answered(429, .refusedByServer),
        exchange(.エラーレスポンスのデシリアライズに失敗(status: 502, responseJSON: "<html>"), "エラーレスポンスのデシリアライズに失敗", .unavailable),
        exchange(.エラーレスポンスのデシリアライズに失敗(status: 404, responseJSON: "<html>"), "エラーレスポンスのデシリアライズに失敗", .badData),
        exchange(.レスポンスのデシリアライズに失敗(status: 200, responseJSON: "[]"), "レスポンスのデシリアライズに失敗", .badData),
        exchange(.その他のエラー(statusCode: 302), "その他のエラー", .systemError),
        exchange(.クライアントの初期化に失敗, "クライアントの初期化に失敗", .systemError),
    ]

    private static let args = ["method": "POST", "url": "http://127.0.0.1:9/"]

    private static func answered(_ status: Int, _ exitStatus: UsecasesTerminal::ExitStatus) -> PortFailure {
        let response = ErrorResponse(code: "NOT_NOW", title: "Not Now", message: "The service says no.")
        return PortFailure(
            error: .service(error: .server(response, status: status), args: args), name: "ErrorResponse",
            exitStatus: exitStatus)
    }

    private static func exchange(
        _ error: SystemErrors.API, _ name: String, _ exitStatus: UsecasesTerminal::ExitStatus
    ) -> PortFailure {
        PortFailure(error: .system(error: .api(error), args: args), name: name, exitStatus: exitStatus)
    }
}

/// Failures of the cryptography of passwords and tokens.
extension PortFailure {
    /// The failure of a hasher that has too many passwords to hash.
    public static let crowded = PortFailure(error: .system(error: .hasher(.混雑)), name: "混雑", exitStatus: .unavailable)
    /// The failure of a hasher whose library is not installed.
    public static let withoutLibrary = PortFailure(
        error: .system(error: .hasher(.ライブラリを使えません)), name: "ライブラリを使えません", exitStatus: .systemError)

    /// All failures of a hasher.
    public static let whenHashed = [crowded, withoutLibrary]
}
