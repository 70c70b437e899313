package import CalearningDomain
package import Usecases
package import UsecasesAPIClient

/// Requests UDIDs, and everything about accounts, from a service, through an API client.
package struct ApiBackend: Backend {
    let client: any ApiClient<Apis>
    let clock: any Clock

    package init(client: any ApiClient<Apis>, clock: any Clock) {
        self.client = client
        self.clock = clock
    }

    package func publishUdid(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        try await client.call(Apis.Udid(installation: installation)).udid
    }
}

extension ApiBackend: TimeBounded {
    package func longest(_ operation: OperationName) -> Duration? { client.longest }
}
