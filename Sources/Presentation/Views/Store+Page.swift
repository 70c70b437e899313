extension Store {
    /// The page that shows this state, or its outcome where there is no terminal.
    var page: Page {
        switch screen {
        case .splash: .reset
        case .tutorial: .tutorial
        case .login: .login(udid: udid)
        case .zen(let zen): .zen(zen)
        case .user(let user): .user(user)
        case .noSuchUser: .noSuchUser
        case .rateLimit(let until): .rateLimit(until: until, hasToken: hasGitHubToken)
        case .status(let status): .status(status)
        case .version(let version): .version(version)
        case .goal(let goal): .goal(goal)
        case .error(let error): .error(error)
        }
    }

    /// What a terminal shows of this state; `phase` is that of the splash's animation.
    func view(phase: Int) -> any View {
        switch screen {
        case .splash: SplashView(scene: scene, phase: phase)
        case .tutorial, .login, .zen, .user, .noSuchUser, .rateLimit, .status, .version, .goal, .error: page
        }
    }
}
