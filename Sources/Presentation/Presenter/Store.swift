package import Application
package import Domain

/// The state of the application that views show; only a ``Presenter`` changes it.
package struct Store: Sendable, Hashable {
    package enum Screen: Sendable, Hashable {
        case splash
        case tutorial
        case login
        case zen(String)
        case user(GitHubUser)
        case noSuchUser
        /// `until` is when the limit ends, where that is known.
        case rateLimit(until: String?)
        case status(ServiceStatus)
        case version(Version)
        /// Of a use case that has no view of its own.
        case goal(SceneText)
        case error(ErrorReport)
    }

    package var screen = Screen.splash
    /// The scene that is running, by its name.
    package var scene: String?
    /// The UDID of this device, once a use case has come across it.
    package var udid: UDID?
    /// GitHub is asked with a token.
    package var hasGitHubToken = false

    /// The state before anything ran.
    package init() {}
}

extension Store.Screen {
    /// What the JSON calls it; `nil` for an error, which is told in its own way.
    package var name: String? {
        switch self {
        case .splash: "splash"
        case .tutorial: "tutorial"
        case .login: "login"
        case .zen: "zen"
        case .user: "user"
        case .noSuchUser: "no-such-user"
        case .rateLimit: "rate-limit"
        case .status: "status"
        case .version: "version"
        case .goal: "goal"
        case .error: nil
        }
    }

    /// A goal that says no has a status of its own.
    package var exitStatus: ExitStatus {
        switch self {
        case .splash, .tutorial, .login, .zen, .user, .goal: .success
        case .noSuchUser: .noSuchUser
        case .rateLimit: .tryAgainLater
        case .status(let status): status.isOperational ? .success : .unavailable
        case .version(let version): version.isSupported ? .success : .refusedByServer
        case .error(let error): error.exitStatus
        }
    }
}
