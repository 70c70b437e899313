import CalearningDomain
import UsecasesEngine
import UsecasesTesting

extension AccountRegistry {
    /// Records an account, a session and a guess for each number, all at the time, but the last session a millisecond
    /// later.
    func fillForSweep(_ numbers: ClosedRange<UInt64>, from time: Timestamp) async throws(ErrorWrapper) {
        for number in numbers {
            let account = StoredAccount.fixture(number)
            let session = StoredSession.fixture(
                number, of: account.account.id, beganAt: number == numbers.upperBound ? time + 1 : time)
            _ = try await record(account, under: nil, beginning: session)
            _ = try await admit(.fixture(.fixture(number)), at: time)
        }
    }
}
