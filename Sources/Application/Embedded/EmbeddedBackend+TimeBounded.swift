import CalearningDomain
package import Usecases
import UsecasesLaboratory

/// An operation waits as long as the server's use case that it runs.
extension EmbeddedBackend: TimeBounded {
    package func longest(_ operation: OperationName) async -> Duration? {
        switch operation {
        case Port<any Backend>.publishUdid: await longest(RegisterDevice.self)
        case Port<any AccountBackend>.signUp: await longest(RegisterAccount.self)
        case Port<any AccountBackend>.logIn: await longest(OpenSession.self)
        case Port<any AccountBackend>.session: await longest(CheckSession.self)
        case Port<any AccountBackend>.sessions: await longest(ListSessions.self)
        case Port<any AccountBackend>.logOut, Port<any AccountBackend>.end: await longest(CloseSession.self)
        case Port<any AccountBackend>.changePassword: await longest(ReplacePassword.self)
        default: nil
        }
    }

    private func longest<U: Usecase>(_ usecase: U.Type) async -> Duration? {
        let exploration = await Explorer { server }.explore(usecase)
        return await LongestTimes(exploration, with: server).whole.total
    }
}
