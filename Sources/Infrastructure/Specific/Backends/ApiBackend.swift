package import Domain

/// Requests UDIDs from a service, through an API client.
package struct ApiBackend: Backend {
    private let client: any ApiClient<Apis>

    package init(client: any ApiClient<Apis>) {
        self.client = client
    }

    package func publishUdid(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        try await client.call(Apis.Udid(installation: installation)).udid
    }
}
