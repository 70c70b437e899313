package import CalearningDomain
import Foundation
package import HTTPTypes
package import UsecasesAPIClient
package import UsecasesEngine

/// The API of the service that issues UDIDs.
package struct BackendAPIs: APIService {
    package let address: BaseAddress

    package init(address: BaseAddress) {
        self.address = address
    }

    /// Reads the body of this program's services. Any other body is from a proxy, or from a different server.
    package static func refusal(in response: ReceivedResponse) throws -> ErrorResponse {
        try json.decode(ErrorResponse.self, from: response.payload)
    }
}

extension BackendAPIs {
    /// An endpoint whose answer has a body.
    package struct Endpoint<Body: Decodable & Sendable>: API {
        package typealias Service = BackendAPIs
        package typealias Entity = Body

        package fileprivate(set) var method = Method.get
        package let path: Path
        package fileprivate(set) var headers: HTTPFields = [:]

        /// Reads a body. An answer without one has no members.
        package func deserialize(_ response: ReceivedResponse) throws -> Body {
            try BackendAPIs.json.decode(Body.self, from: response.status == 204 ? Data("{}".utf8) : response.payload)
        }
    }

    /// An endpoint whose answer has no body.
    struct EmptyEndpoint: API {
        typealias Service = BackendAPIs
        typealias Entity = NoContent

        let method: Method
        let path: Path
        var headers: HTTPFields = [:]
    }

    /// 端末識別ID発行. The same installation always gets the same UDID.
    package static func register(_ installation: InstallationKey) -> Endpoint<UDIDBody> {
        Endpoint(
            method: .post(.json(RegistrationBody(kind: .terminal))), path: "/udids",
            headers: .repeatable(under: installation))
    }

    /// アカウントを作る
    static func signUp(_ body: CredentialsBody, key: InstallationKey) -> Endpoint<OpenedSessionBody> {
        Endpoint(method: .post(.json(body)), path: "/accounts", headers: .repeatable(under: key))
    }

    /// ログインする
    static func logIn(_ body: CredentialsBody) -> Endpoint<OpenedSessionBody> {
        Endpoint(method: .post(.json(body)), path: "/sessions")
    }

    /// コードを入力する
    static func continueLogin(_ ticket: LoginTicket, _ code: SecondCode) -> Endpoint<OpenedSessionBody> {
        Endpoint(method: .post(.json(ContinuationBody(ticket, code))), path: "/sessions/continuation")
    }

    /// ログイン状態を確かめる
    static func checkSession(_ token: SessionToken) -> Endpoint<LoggedInBody> {
        Endpoint(path: "/session", headers: .bearing(token))
    }

    /// ログアウトする
    static func logOut(_ token: SessionToken) -> EmptyEndpoint {
        EmptyEndpoint(method: .delete, path: "/session", headers: .bearing(token))
    }

    /// ログイン中の端末を見る
    static func sessions(_ token: SessionToken) -> Endpoint<SessionListBody> {
        Endpoint(path: "/sessions", headers: .bearing(token))
    }

    /// 端末に名前を付ける
    static func nameDevice(_ name: DeviceName, _ token: SessionToken) -> EmptyEndpoint {
        EmptyEndpoint(method: .put(.json(DeviceNameBody(name))), path: "/session/name", headers: .bearing(token))
    }

    /// 端末をログアウトさせる
    static func end(_ sessions: EndedSessions, _ proof: Proof, _ token: SessionToken) -> EmptyEndpoint {
        let path: Path =
            switch sessions {
            case .one(let session): "/sessions/\(session.description)"
            case .others: "/sessions"
            }
        return EmptyEndpoint(
            method: .delete(.json(ConfirmationBody(proof))), path: path, headers: .bearing(token))
    }

    /// パスワードを変える
    static func changePassword(_ body: PasswordBody, _ token: SessionToken) -> Endpoint<OpenedSessionBody> {
        Endpoint(method: .put(.json(body)), path: "/account/password", headers: .bearing(token))
    }

    /// アカウントのデータを見る
    static func export(_ token: SessionToken) -> Endpoint<AccountExportBody> {
        Endpoint(path: "/account/export", headers: .bearing(token))
    }

    /// アカウントを復旧する
    static func recover(_ recovery: AccountRecovery) -> EmptyEndpoint {
        EmptyEndpoint(method: .post(.json(RecoveryBody(recovery))), path: "/account/recovery")
    }

    /// アカウントを削除する
    static func deleteAccount(_ proof: Proof, _ withExport: Bool, _ token: SessionToken) -> Endpoint<DeletedBody> {
        Endpoint(
            method: .delete(.json(DeletionBody(proof, withExport: withExport))), path: "/account",
            headers: .bearing(token))
    }

    /// 二つ目の要素を設定する
    static func setUpSecondFactor(_ proof: Proof, _ token: SessionToken) -> Endpoint<SecondFactorOfferBody> {
        Endpoint(
            method: .post(.json(ConfirmationBody(proof))), path: "/account/second-factor", headers: .bearing(token))
    }

    /// 二つ目の要素を使い始める
    static func confirmSecondFactor(_ code: SecondCode, _ token: SessionToken) -> Endpoint<BackupCodesBody> {
        Endpoint(method: .put(.json(CodeBody(code))), path: "/account/second-factor", headers: .bearing(token))
    }

    /// 二つ目の要素をやめる
    static func removeSecondFactor(_ proof: Proof, _ token: SessionToken) -> EmptyEndpoint {
        EmptyEndpoint(
            method: .delete(.json(ConfirmationBody(proof))), path: "/account/second-factor", headers: .bearing(token))
    }

    /// 予備のコードを作り直す
    static func renewBackupCodes(_ proof: Proof, _ token: SessionToken) -> Endpoint<BackupCodesBody> {
        Endpoint(
            method: .post(.json(ConfirmationBody(proof))), path: "/account/second-factor/backup-codes",
            headers: .bearing(token))
    }
}

extension HTTPFields {
    fileprivate static func repeatable(under key: InstallationKey) -> HTTPFields {
        var headers = HTTPFields()
        headers.append(.secret(.idempotencyKey, Secret(key.rawValue)))
        return headers
    }

    fileprivate static func bearing(_ token: SessionToken) -> HTTPFields {
        var headers = HTTPFields()
        headers.append(.secret(.authorization, Secret("Bearer " + token.reveal())))
        return headers
    }
}
