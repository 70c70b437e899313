#if canImport(SwiftUI)
import Login
public import SwiftUI
import UsecasesEngine
import UsecasesPresenter
import UsecasesSystem

/// The application. It has accounts in this process instead of a server.
public struct LoginApp: App {
    @State private var login = LoginPresenter(
        dependencies: Dependencies(clock: SystemClock(), randomSource: SystemRandomSource()) {
            $0.accounts.adapter = LocalAccounts()
        })

    /// Creates the application, which begins with the form.
    public init() {}

    /// A window with the login view.
    public var body: some SwiftUI.Scene {
        WindowGroup { LoginView(login: login) }
    }
}

private struct LocalAccounts: Accounts {
    func logIn(_ credentials: Credentials) async throws(ErrorWrapper) -> LoginAnswer {
        credentials.password.reveal() == "swift" ? .opened : .refused
    }
}

private struct LoginView: View {
    let login: LoginPresenter
    @State private var name = ""
    @State private var password = ""
    @State private var run: Task<Void, Never>?

    var body: some View {
        switch login.shown {
        case .form(let notice): form(notice)
        case .home(let name): Text("Hello, \(name)").font(.title)
        }
    }

    private func form(_ notice: String?) -> some View {
        Form {
            TextField("Name", text: $name)
            SecureField("Password", text: $password)
            if let notice { Text(notice).foregroundStyle(.red) }
            if login.isRunning {
                ProgressView(login.progress ?? "")
                Button("Cancel", role: .cancel) { run?.cancel() }
            } else {
                Button("Log in") { run = Task { await login.logIn(name: name, password: password) } }
                    .disabled(name.isEmpty || password.isEmpty)
            }
        }
    }
}
#endif
