package import Domain

/// The state of the application that views show; only a ``Presenter`` changes it.
package struct Store: Sendable, Hashable {
    package enum Screen: Sendable, Hashable {
        case splash
        case tutorial
        case login
        case error(ErrorReport)
    }

    package var screen = Screen.splash
    /// The scene that is running, by its name.
    package var scene: String?
    /// The UDID of this device, once a use case has come across it.
    package var udid: UDID?

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
        case .error: nil
        }
    }
}
