import UsecasesAPIClient
import UsecasesTesting

/// A service for the endpoints of specs.
struct ExampleAPIs: APIService {
    let address: BaseAddress
}
