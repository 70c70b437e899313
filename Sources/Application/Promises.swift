package import UsecasesLaboratory

/// What the application promises, whatever happens to whom.
package enum Promises {
    package static let all: [any Promise.Type] = [
        UdidStays.self,
        OneKeyOneUdid.self,
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
