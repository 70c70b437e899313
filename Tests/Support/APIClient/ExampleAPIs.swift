import UsecasesAPIClient

/// A service for the endpoints of specs.
struct ExampleAPIs: APIService {
    let address: BaseAddress
}
