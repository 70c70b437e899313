import Domain

/// All use cases. A line here gives a use case its command, its exploration, its page in the specification and its
/// place in the checks.
package enum Catalogue {
    package static let usecases = lines.map { $0.entry($0.invocation) }

    private static let lines: [Line] = [
        Line(.command("boot")) { CatalogueEntry(Boot.self, $0, from: Boot.initial) },
        Line(.command("tutorial")) {
            CatalogueEntry(
                ReadTutorial.self, $0, from: ReadTutorial.initial, ReadTutorial.initial(page: .alternative))
        },
        Line(.command("tutorial --complete")) {
            CatalogueEntry(CompleteTutorial.self, $0, from: CompleteTutorial.initial)
        },
        Line(.command("reset")) { CatalogueEntry(Reset.self, $0, from: Reset.initial) },
        Line(.command("signup")) {
            CatalogueEntry(
                SignUp.self, $0, from: SignUp.initial(credentials: .example),
                SignUp.initial(credentials: .flawedExample))
        },
        Line(.command("login")) { CatalogueEntry(LogIn.self, $0, from: LogIn.initial(credentials: .example)) },
        Line(.command("whoami")) { CatalogueEntry(RestoreSession.self, $0, from: RestoreSession.initial) },
        Line(.command("logout")) { CatalogueEntry(LogOut.self, $0, from: LogOut.initial) },
        Line(.command("password")) {
            CatalogueEntry(
                ChangePassword.self, $0, from: ChangePassword.initial(change: .example),
                ChangePassword.initial(change: .flawedExample))
        },
        Line(.command("sessions")) { CatalogueEntry(ShowSessions.self, $0, from: ShowSessions.initial) },
        Line(.command("sessions end ID")) {
            CatalogueEntry(
                EndSession.self, $0, from: EndSession.initial(ended: .one(Session.otherExample.id)),
                EndSession.initial(ended: .others))
        },
        Line(.command("zen")) { CatalogueEntry(ReadZen.self, $0, from: ReadZen.initial) },
        Line(.command("user LOGIN")) {
            CatalogueEntry(LookUpGitHubUser.self, $0, from: LookUpGitHubUser.initial(login: .example))
        },
        Line(.command("status")) { CatalogueEntry(CheckServiceStatus.self, $0, from: CheckServiceStatus.initial) },
        Line(.command("api-version")) { CatalogueEntry(CheckApiVersion.self, $0, from: CheckApiVersion.initial) },
        Line(.command("application NAME DIRECTORY")) {
            CatalogueEntry(MakeApplication.self, $0, from: MakeApplication.initial(order: .example))
        },
        Line(.command("learn")) { CatalogueEntry(StartCourse.self, $0, from: StartCourse.initial) },
        Line(.command("learn list")) { CatalogueEntry(ListExercises.self, $0, from: ListExercises.initial) },
        Line(.command("learn check")) {
            CatalogueEntry(
                CheckExercise.self, $0, from: CheckExercise.initial(number: nil), CheckExercise.initial(number: 99))
        },
        Line(.command("learn check --watch")) { CatalogueEntry(AwaitChange.self, $0, from: AwaitChange.initial) },
        Line(.command("learn hint")) {
            CatalogueEntry(ShowHint.self, $0, from: ShowHint.initial(number: nil), ShowHint.initial(number: 99))
        },
        Line(.command("learn reset N")) {
            CatalogueEntry(
                ResetExercise.self, $0, from: ResetExercise.initial(number: 1), ResetExercise.initial(number: 99))
        },
        Line(.command("learn solution N")) {
            CatalogueEntry(
                ShowSolution.self, $0, from: ShowSolution.initial(number: 1), ShowSolution.initial(number: 2),
                ShowSolution.initial(number: 99))
        },
        Line(.command("operate backup FILE")) {
            CatalogueEntry(
                BackUpDatabase.self, $0, from: BackUpDatabase.initial(file: "/backup/devices.sqlite"))
        },
        Line(.request("POST /accounts")) {
            CatalogueEntry(
                RegisterAccount.self, $0, from: RegisterAccount.initial(request: .example),
                RegisterAccount.initial(request: .keyedExample), RegisterAccount.initial(request: .flawedExample))
        },
        Line(.request("POST /sessions")) {
            CatalogueEntry(
                OpenSession.self, $0, from: OpenSession.initial(request: .example),
                OpenSession.initial(request: .flawedExample))
        },
        Line(.request("GET /session")) {
            CatalogueEntry(CheckSession.self, $0, from: CheckSession.initial(token: .example))
        },
        Line(.request("GET /sessions")) {
            CatalogueEntry(ListSessions.self, $0, from: ListSessions.initial(token: .example))
        },
        Line(.request("DELETE /sessions")) {
            CatalogueEntry(
                CloseSession.self, $0, from: CloseSession.initial(token: .example, target: .own),
                CloseSession.initial(token: .example, target: .one(Session.otherExample.id)),
                CloseSession.initial(token: .example, target: .others))
        },
        Line(.request("PUT /account/password")) {
            CatalogueEntry(
                ReplacePassword.self, $0, from: ReplacePassword.initial(request: .example),
                ReplacePassword.initial(request: .flawedExample))
        },
        Line(.request("POST /udids")) {
            CatalogueEntry(
                RegisterDevice.self, $0, from: RegisterDevice.initial(kind: .terminal, key: nil),
                RegisterDevice.initial(kind: .terminal, key: .example))
        },
    ]

    /// `nil` for a use case that has no line.
    package static func entry<U: Usecase>(of usecase: U.Type) -> CatalogueEntry<U>? {
        for line in lines {
            if let entry = line.entry(line.invocation) as? CatalogueEntry<U> { return entry }
        }
        return nil
    }

    private struct Line: Sendable {
        let invocation: Invocation
        let entry: @Sendable (Invocation) -> any Catalogued

        init(_ invocation: Invocation, entry: @escaping @Sendable (Invocation) -> any Catalogued) {
            self.invocation = invocation
            self.entry = entry
        }
    }
}
