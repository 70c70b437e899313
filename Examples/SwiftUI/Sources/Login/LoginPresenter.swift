package import UsecasesEngine
package import UsecasesPresenter

/// What the login view shows.
package enum LoginState: Sendable, Hashable {
    case form(notice: String? = nil)
    case home(name: String)

    package init(goal: LogIn.Goals) {
        self =
            switch goal {
            case .`The application shows the home screen`(let name): .home(name: name)
            case .`If the name or the password is wrong, the application says so`:
                .form(notice: "The name or the password is wrong.")
            case .`After too many attempts, the application says when to try again`(let seconds):
                .form(notice: "Too many attempts. Try again in \(seconds) seconds.")
            }
    }

    package init(error: ErrorWrapper) {
        self =
            switch error {
            case _ where error.isInterruption: .form()
            case .service(.client, _, _): .form(notice: "The server cannot be reached.")
            case .service(.server, _, _), .service(.authorization, _, _), .system: .form(notice: "That did not work.")
            }
    }
}

package typealias LoginPresenter = Presenter<LoginState>

/// The actions of the login view.
extension LoginPresenter {
    package convenience init(dependencies: Dependencies) {
        self.init(shown: .form(), dependencies: dependencies, error: LoginState.init(error:))
    }

    package func logIn(name: String, password: String) async {
        let credentials = Credentials(name: name, password: Secret(password))
        await dispatch(LogIn.initial(credentials), goal: LoginState.init(goal:))
    }

    /// The progress of the run, or `nil` if nothing is running.
    package var progress: String? { scene?.text(in: .en) }
}
