/// Keeps what came through the ports of runs that have not ended, so that a durable use case goes on after a crash.
///
/// As a tap it writes down each outcome before the run goes on; what changed something outside is on disk by then. A
/// run that begins where another one of the same use case was cut off is answered from what that one has come to, as
/// far as its last change.
package protocol Journal: Tap {
    /// Forgets all runs that have not ended. Throws a system error of the data store.
    func discard() async throws(ErrorWrapper)
}

struct UnprovidedJournal: Journal {
    private static let error = ErrorWrapper.system(error: .dependency(.未設定(port: "Journal")))

    func begin(_ run: RunDescription, at scene: TappedScene) async throws(ErrorWrapper) -> any RunTap {
        throw Self.error
    }

    func discard() async throws(ErrorWrapper) { throw Self.error }
}
