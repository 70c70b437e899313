package import CalearningDomain
package import Usecases

/// ユースケース【セッションを終える】, on the server's side.
package enum CloseSession: Usecase {
    package typealias Target = ClosedSessions

    package enum Basics: SceneName {
        case サーバはトークンのセッションを探す(token: SessionToken, target: Target)
        case サーバはセッションを終わらせる(loggedIn: LoggedIn, target: Target)
    }

    package enum Goals: SceneName {
        case サーバは終わったことを返す
        case 終わらせるセッションがない場合_サーバは拒否する
        case セッションがない場合_サーバは拒否する
    }

    package static let title = "セッションを終える"
    package static let invocation = Invocation.request("DELETE /sessions")
    package static let actors: Set<Actor> = [.application]

    package static func initial(token: SessionToken, target: Target) -> Step<Self> {
        .basic(.サーバはトークンのセッションを探す(token: token, target: target))
    }

    package static let beginnings: [Step<Self>] = [
        initial(token: .example, target: .own), initial(token: .example, target: .one(Session.otherExample.id)),
        initial(token: .example, target: .others),
    ]

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバはトークンのセッションを探す(let token, let target)):
            return if let loggedIn = try await keeper.session(of: token) {
                .basic(.サーバはセッションを終わらせる(loggedIn: loggedIn, target: target))
            } else {
                .last(.セッションがない場合_サーバは拒否する)
            }
        case .basic(.サーバはセッションを終わらせる(let loggedIn, .one(let session))):
            let count = try await keeper.end(.one(session), of: loggedIn.account)
            return .last(count > 0 ? .サーバは終わったことを返す : .終わらせるセッションがない場合_サーバは拒否する)
        case .basic(.サーバはセッションを終わらせる(let loggedIn, let target)):
            // Another request may already have ended the sessions.
            let own = loggedIn.session.id
            _ = try await keeper.end(target == .own ? .one(own) : .others(than: own), of: loggedIn.account)
            return .last(.サーバは終わったことを返す)
        }
    }
}

/// The sessions that a request ends.
package enum ClosedSessions: Sendable, Hashable, Codable {
    /// The session of the token.
    case own
    case one(UUIDv7)
    /// All sessions except the session of the token.
    case others
}

extension ClosedSessions: CustomStringConvertible {
    package var description: String {
        switch self {
        case .own: "own"
        case .one(let session): "\(session)"
        case .others: "others"
        }
    }
}

extension CloseSession {
    package static let english = [
        title: "Close a session",
        "サーバはトークンのセッションを探す": "The server looks for the session of the token",
        "サーバはセッションを終わらせる": "The server ends the session",
        "サーバは終わったことを返す": "The server says that it has ended",
        "終わらせるセッションがない場合_サーバは拒否する": "If there is no session to end, the server refuses",
        "セッションがない場合_サーバは拒否する": "If the token has no session, the server refuses",
    ]
}
