package import UsecasesEngine

/// All use cases. Each use case in this list has a command, an exploration, a section in the specification and its checks.
package enum Catalogue {
    package static let usecases = subjects.flatMap { $0.usecases }

    private static let devices: [any Usecase.Type] = [
        Boot.self,
        Reset.self,
        RegisterDevice.self,
    ]

    private static let tutorial: [any Usecase.Type] = [
        ReadTutorial.self,
        CompleteTutorial.self,
    ]

    private static let accounts: [any Usecase.Type] = [
        SignUp.self,
        LogIn.self,
        EnterCode.self,
        RestoreSession.self,
        LogOut.self,
        ChangePassword.self,
        UpdateSecondFactor.self,
        TurnOnSecondFactor.self,
        RecoverAccount.self,
        ExportAccount.self,
        DeleteAccount.self,
        ShowSessions.self,
        EndSession.self,
        NameDevice.self,
        RegisterAccount.self,
        OpenSession.self,
        ContinueSession.self,
        CheckSession.self,
        ListSessions.self,
        SetDeviceName.self,
        CloseSession.self,
        CloseOtherSessions.self,
        ReplacePassword.self,
        ResetPassword.self,
        ChangeSecondFactor.self,
        ConfirmSecondFactor.self,
        CollectAccount.self,
        EraseAccount.self,
        EraseAccountLater.self,
    ]

    private static let services: [any Usecase.Type] = [
        ReadZen.self,
        LookUpGitHubUser.self,
        CheckServiceStatus.self,
        CheckApiVersion.self,
    ]

    private static let operating: [any Usecase.Type] = [
        ListAccounts.self,
        ShowAccount.self,
        LockAccount.self,
        UnlockAccount.self,
        AllowRecovery.self,
        RemoveSecondFactor.self,
        DiscardAccount.self,
        EndAccountSessions.self,
        ForgetGuesses.self,
        CountDevices.self,
        SweepDatabase.self,
        BackUpDatabase.self,
        MigrateDatabase.self,
        ListRuns.self,
        ShowRun.self,
        CancelRun.self,
        RetryRun.self,
    ]

    /// The use cases by subject. The specification has a page for each subject.
    package static let subjects: [(name: Sentence, usecases: [any Usecase.Type])] = [
        (Sentence(en: "Devices", ja: "デバイス"), devices), (Sentence(en: "Tutorial", ja: "チュートリアル"), tutorial),
        (Sentence(en: "Accounts", ja: "アカウント"), accounts), (Sentence(en: "Services", ja: "外部サービス"), services),
        (Sentence(en: "Operating", ja: "運用"), operating),
    ]
}
