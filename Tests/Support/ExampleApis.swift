import UsecasesAPIClient

/// A service for the endpoints of specs.
struct ExampleApis: ApiService {
    let address: BaseAddress
}
