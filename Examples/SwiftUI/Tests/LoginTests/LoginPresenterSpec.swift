import Login
import Observation
import Testing
import UsecasesEngine
import UsecasesPresenter
import UsecasesSystem

private struct StubAccounts: Accounts {
    let answer: Result<LoginAnswer, ErrorWrapper>

    func logIn(_ credentials: Credentials) throws(ErrorWrapper) -> LoginAnswer { try answer.get() }
}

/// Reads the shown state again after each change, as SwiftUI does.
@MainActor private func draw(_ login: LoginPresenter, _ wake: AsyncStream<Void>.Continuation) {
    withObservationTracking {
        _ = login.shown
    } onChange: {
        // It ends the process on another actor.
        MainActor.assumeIsolated { _ = wake.yield() }
        Task { @MainActor in draw(login, wake) }
    }
}

@MainActor
@Suite struct `The login view` {
    private func presenter(_ answer: Result<LoginAnswer, ErrorWrapper>) -> LoginPresenter {
        LoginPresenter(
            dependencies: Dependencies(clock: SystemClock(), randomSource: SystemRandomSource()) {
                $0.accounts.adapter = StubAccounts(answer: answer)
            })
    }

    @Test(
        arguments: [
            (.success(.opened), .home(name: "ada")),
            (.success(.refused), .form(notice: "The name or the password is wrong.")),
            (.success(.tooOften(seconds: 60)), .form(notice: "Too many attempts. Try again in 60 seconds.")),
            (.failure(.service(error: .client(.networkUnreachable))), .form(notice: "The server cannot be reached.")),
            (.failure(.system(error: .api(.exchangeFailed(statusCode: 500)))), .form(notice: "That did not work.")),
        ] as [(Result<LoginAnswer, ErrorWrapper>, LoginState)])
    func `It shows the answer of the server`(answer: Result<LoginAnswer, ErrorWrapper>, state: LoginState) async {
        let login = presenter(answer)

        await login.logIn(name: "ada", password: "a password")

        #expect(login.shown == state)
    }

    @Test func `It shows the form again after a cancelled login`() async {
        let login = presenter(.success(.opened))
        let run = Task { await login.logIn(name: "ada", password: "a password") }

        run.cancel()
        await run.value

        #expect(login.shown == .form())
        #expect(!login.isRunning)
    }

    @Test func `A result wakes it once, on the main actor`() async {
        let login = presenter(.success(.opened))
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self)
        draw(login, wake)

        await login.logIn(name: "ada", password: "a password")

        wake.finish()
        var count = 0
        for await _ in wakes { count += 1 }
        #expect(count == 1)
        #expect(login.shown == .home(name: "ada"))
    }

    @Test func `A change of the form does not wake a view that reads only the progress`() async {
        let login = presenter(.success(.refused))
        let (wakes, wake) = AsyncStream.makeStream(of: String.self)
        withObservationTracking {
            _ = login.shown
        } onChange: {
            wake.yield("shown")
        }
        withObservationTracking {
            _ = (login.progress, login.isRunning)
        } onChange: {
            wake.yield("progress")
        }

        login.show(.form(notice: "Log in first."))

        wake.finish()
        var woken: [String] = []
        for await name in wakes { woken.append(name) }
        #expect(woken == ["shown"])
    }
}
