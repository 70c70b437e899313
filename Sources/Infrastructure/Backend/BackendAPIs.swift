package import CalearningDomain
package import HTTPTypes
import Usecases
package import UsecasesAPIClient

/// The API of the service that issues UDIDs.
package struct BackendAPIs: APIService {
    package let address: BaseAddress

    package init(address: BaseAddress) {
        self.address = address
    }
}

extension BackendAPIs {
    /// 端末識別ID発行
    package struct Register: API {
        package typealias Service = BackendAPIs
        package typealias Entity = UDIDBody

        package let path: Path = "/udids"
        package let method = Method.post(.json(RegistrationBody(kind: .terminal)))
        package let headers: HTTPFields

        /// Creates a request. The same installation always gets the same UDID.
        package init(installation: InstallationKey) {
            var headers = HTTPFields()
            headers.append(.secret(.idempotencyKey, Secret(installation.rawValue)))
            self.headers = headers
        }
    }
}

extension BackendAPIs {
    /// アカウントを作る
    package struct SignUp: API {
        package typealias Service = BackendAPIs
        package typealias Entity = OpenedSessionBody

        package let path: Path = "/accounts"
        package let method: Method
        package let headers: HTTPFields

        package init(_ body: CredentialsBody, key: InstallationKey) {
            method = .post(.json(body))
            var headers = HTTPFields()
            headers.append(.secret(.idempotencyKey, Secret(key.rawValue)))
            self.headers = headers
        }
    }

    /// ログインする
    package struct LogIn: API {
        package typealias Service = BackendAPIs
        package typealias Entity = OpenedSessionBody

        package let path: Path = "/sessions"
        package let method: Method

        package init(_ body: CredentialsBody) {
            method = .post(.json(body))
        }
    }

    /// ログイン状態を確かめる
    package struct CheckSession: API {
        package typealias Service = BackendAPIs
        package typealias Entity = LoggedInBody

        package let path: Path = "/session"
        package let headers: HTTPFields

        package init(token: SessionToken) {
            headers = .bearing(token)
        }
    }

    /// ログアウトする
    package struct LogOut: API {
        package typealias Service = BackendAPIs
        package typealias Entity = NoContent

        package let path: Path = "/session"
        package let method = Method.delete
        package let headers: HTTPFields

        package init(token: SessionToken) {
            headers = .bearing(token)
        }
    }

    /// ログイン中の端末を見る
    package struct Sessions: API {
        package typealias Service = BackendAPIs
        package typealias Entity = SessionListBody

        package let path: Path = "/sessions"
        package let headers: HTTPFields

        package init(token: SessionToken) {
            headers = .bearing(token)
        }
    }

    /// 端末に名前を付ける
    package struct NameDevice: API {
        package typealias Service = BackendAPIs
        package typealias Entity = NoContent

        package let path: Path = "/session/name"
        package let method: Method
        package let headers: HTTPFields

        package init(_ name: DeviceName, token: SessionToken) {
            method = .put(.json(DeviceNameBody(name)))
            headers = .bearing(token)
        }
    }

    /// 端末をログアウトさせる
    package struct EndSessions: API {
        package typealias Service = BackendAPIs
        package typealias Entity = NoContent

        package let path: Path
        package let method: Method
        package let headers: HTTPFields

        package init(_ sessions: EndedSessions, password: Password, token: SessionToken) {
            path =
                switch sessions {
                case .one(let session): "/sessions/\(session.description)"
                case .others: "/sessions"
                }
            method = .delete(.json(ConfirmationBody(password: password)))
            headers = .bearing(token)
        }
    }

    /// パスワードを変える
    package struct ChangePassword: API {
        package typealias Service = BackendAPIs
        package typealias Entity = OpenedSessionBody

        package let path: Path = "/account/password"
        package let method: Method
        package let headers: HTTPFields

        package init(_ body: PasswordBody, token: SessionToken) {
            method = .put(.json(body))
            headers = .bearing(token)
        }
    }
}

extension BackendAPIs {
    /// アカウントのデータを見る
    package struct ExportAccount: API {
        package typealias Service = BackendAPIs
        package typealias Entity = AccountExportBody

        package let path: Path = "/account/export"
        package let headers: HTTPFields

        package init(token: SessionToken) {
            headers = .bearing(token)
        }
    }

    /// アカウントを復旧する
    package struct RecoverAccount: API {
        package typealias Service = BackendAPIs
        package typealias Entity = NoContent

        package let path: Path = "/account/recovery"
        package let method: Method

        package init(_ recovery: AccountRecovery) {
            method = .post(.json(RecoveryBody(recovery)))
        }
    }

    /// アカウントを削除する
    package struct DeleteAccount: API {
        package typealias Service = BackendAPIs
        package typealias Entity = NoContent

        package let path: Path = "/account"
        package let method: Method
        package let headers: HTTPFields

        package init(password: Password, token: SessionToken) {
            method = .delete(.json(ConfirmationBody(password: password)))
            headers = .bearing(token)
        }
    }
}

extension HTTPFields {
    fileprivate static func bearing(_ token: SessionToken) -> HTTPFields {
        var headers = HTTPFields()
        headers.append(.secret(.authorization, Secret("Bearer " + token.reveal())))
        return headers
    }
}
