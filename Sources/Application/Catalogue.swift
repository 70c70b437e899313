package import Usecases

/// All use cases. Each use case in this list has a command, an exploration, a page in the specification and its checks.
package enum Catalogue {
    package static let usecases: [any Usecase.Type] = [
        Boot.self,
        ReadTutorial.self,
        CompleteTutorial.self,
        Reset.self,
        SignUp.self,
        LogIn.self,
        RestoreSession.self,
        LogOut.self,
        ChangePassword.self,
        ShowSessions.self,
        EndSession.self,
        ReadZen.self,
        LookUpGitHubUser.self,
        CheckServiceStatus.self,
        CheckApiVersion.self,
        MakeApplication.self,
        StartCourse.self,
        ListExercises.self,
        CheckExercise.self,
        AwaitChange.self,
        ShowHint.self,
        ResetExercise.self,
        ShowSolution.self,
        BackUpDatabase.self,
        RegisterAccount.self,
        OpenSession.self,
        CheckSession.self,
        ListSessions.self,
        CloseSession.self,
        ReplacePassword.self,
        RegisterDevice.self,
    ]
}
