package import UsecasesLaboratory

/// The invariants of the application. They hold in every history. The composition root adds those of durable runs.
package enum Invariants {
    package static let all: [any Invariant.Type] = [
        UDIDStays.self,
        OneKeyOneUDID.self,
        AnswersAreKept.self,
        TutorialStaysCompleted.self,
        TutorialPageIsKept.self,
        ResetForgetsEverything.self,
        EndedSessionsStayEnded.self,
        SessionsEndWithTheirPassword.self,
        LoginsLast.self,
        LogoutsLeaveNothing.self,
        NoAccountWithoutItsPassword.self,
        AccountsComeWithASession.self,
        ErasedAccountsLeaveNothing.self,
        DeletionsCanBeTakenBack.self,
        LockedAccountsAreErased.self,
        SecondFactorsAreProved.self,
        NamesAreTakenByOthers.self,
        FinishedSignUpsAreForgotten.self,
        LocksLast.self,
        ForgottenGuessesDoNotCount.self,
        IssuedCodesWorkOnce.self,
        InterruptedRunsRecover.self,
    ]
}
