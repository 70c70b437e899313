/// What the application promises, whatever happens to whom.
package enum Promises {
    package static let all: [any Promise.Type] = [
        UdidStays.self,
        OneKeyOneUdid.self,
        AnswersAreKept.self,
        TutorialStaysCompleted.self,
        EndedSessionsStayEnded.self,
        NoAccountWithoutItsPassword.self,
        AccountsComeWithASession.self,
        NamesAreTakenByOthers.self,
        InterruptedRunsRecover.self,
        RecordedChangesHappenOnce.self,
    ]
}
