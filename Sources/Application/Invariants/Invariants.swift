package import UsecasesLaboratory

/// What the application invariants, whatever happens to whom.
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
        NamesAreTakenByOthers.self,
        FinishedSignUpsAreForgotten.self,
        InterruptedRunsRecover.self,
        RecordedChangesHappenOnce.self,
    ]
}
