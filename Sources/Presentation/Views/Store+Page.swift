extension Store {
    /// The page that shows this state, or its outcome where there is no terminal.
    var page: Page {
        switch screen {
        case .splash: .reset
        case .tutorial: .tutorial
        case .login: .login(udid: udid)
        case .error(let error): .error(error)
        }
    }

    /// What a terminal shows of this state; `phase` is that of the splash's animation.
    func view(phase: Int) -> any View {
        switch screen {
        case .splash: SplashView(scene: scene, phase: phase)
        case .tutorial, .login, .error: page
        }
    }
}
