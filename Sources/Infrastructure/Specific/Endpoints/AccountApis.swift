package import Domain
package import HTTPTypes

extension Apis {
    /// アカウントを作る
    package struct SignUp: Api {
        package typealias Service = Apis
        package typealias Entity = OpenedSessionEntity

        package let path: Path = "/accounts"
        package let method: Method
        package let headers: HTTPFields

        package init(credentials: Credentials, device: UDID, key: InstallationKey) {
            method = .post(.json(CredentialsEntity(credentials, device)))
            var headers = HTTPFields()
            headers.append(.secret(.idempotencyKey, Secret(key.rawValue)))
            self.headers = headers
        }
    }

    /// ログインする
    package struct LogIn: Api {
        package typealias Service = Apis
        package typealias Entity = OpenedSessionEntity

        package let path: Path = "/sessions"
        package let method: Method

        package init(credentials: Credentials, device: UDID) {
            method = .post(.json(CredentialsEntity(credentials, device)))
        }
    }

    /// ログイン状態を確かめる
    package struct CheckSession: Api {
        package typealias Service = Apis
        package typealias Entity = LoggedInEntity

        package let path: Path = "/session"
        package let headers: HTTPFields

        package init(token: SessionToken) {
            headers = .bearing(token)
        }
    }

    /// ログアウトする
    package struct LogOut: Api {
        package typealias Service = Apis
        package typealias Entity = NoContent

        package let path: Path = "/session"
        package let method = Method.delete
        package let headers: HTTPFields

        package init(token: SessionToken) {
            headers = .bearing(token)
        }
    }

    /// ログイン中の端末を見る
    package struct Sessions: Api {
        package typealias Service = Apis

        package struct Entity: Decodable, Sendable {
            let sessions: [SessionEntity]
        }

        package let path: Path = "/sessions"
        package let headers: HTTPFields

        package init(token: SessionToken) {
            headers = .bearing(token)
        }
    }

    /// 端末をログアウトさせる
    package struct EndSessions: Api {
        package typealias Service = Apis
        package typealias Entity = NoContent

        package let path: Path
        package let method = Method.delete
        package let headers: HTTPFields

        package init(_ sessions: EndedSessions, token: SessionToken) {
            path =
                switch sessions {
                case .one(let session): "/sessions/\(session.description)"
                case .others: "/sessions"
                }
            headers = .bearing(token)
        }
    }

    /// パスワードを変える
    package struct ChangePassword: Api {
        package typealias Service = Apis
        package typealias Entity = OpenedSessionEntity

        private struct Parameters: Encodable, Sendable {
            let old: Password
            let new: Password
        }

        package let path: Path = "/account/password"
        package let method: Method
        package let headers: HTTPFields

        package init(from old: Password, to new: Password, token: SessionToken) {
            method = .put(.json(Parameters(old: old, new: new)))
            headers = .bearing(token)
        }
    }
}

private struct CredentialsEntity: Encodable, Sendable {
    let name: String
    let password: Password
    let udid: UDID

    init(_ credentials: Credentials, _ device: UDID) {
        name = credentials.name
        password = credentials.password
        udid = device
    }
}

extension HTTPFields {
    fileprivate static func bearing(_ token: SessionToken) -> HTTPFields {
        var headers = HTTPFields()
        headers.append(.secret(.authorization, Secret("Bearer " + token.reveal())))
        return headers
    }
}

package struct OpenedSessionEntity: Decodable, Sendable {
    struct Opened: Decodable, Sendable {
        let id: UUIDv7
        let token: SessionToken
        let expiresAt: WrittenTime
    }

    let account: Account
    let session: Opened
}

package struct LoggedInEntity: Decodable, Sendable {
    let account: Account
    let session: SessionEntity
}

struct SessionEntity: Decodable, Sendable {
    let id: UUIDv7
    let udid: UDID
    let beganAt: WrittenTime
    let lastUsedAt: WrittenTime
    let isOwn: Bool?

    var session: Session {
        Session(id: id, udid: udid, beganAt: beganAt.timestamp, lastUsedAt: lastUsedAt.timestamp)
    }
}
