import CourseDomain
package import UsecasesAPIClient
package import UsecasesEngine

/// The service that sells tickets.
package struct TicketAPIs: APIService {
    package let address: BaseAddress

    package init(address: BaseAddress) {
        self.address = address
    }
}

extension TicketAPIs {
    /// 券の発行: `POST /tickets`, answered with `{"number": "A7"}`.
    struct Issue: API {
        typealias Service = TicketAPIs

        struct Entity: Codable, Sendable {
            let number: String
        }

        let path: Path = "/tickets"
        let method = Method.post
    }

    /// 券の確定: `PUT /tickets/A7`, answered without content.
    struct Confirm: API {
        typealias Service = TicketAPIs
        typealias Entity = NoContent

        let ticket: String
        let method = Method.put
        var path: Path { "/tickets/\(ticket)" }
    }
}

/// Buys tickets through an API client.
package struct APITicketOffice: TicketOffice {
    private let client: any APIClient<TicketAPIs>

    package init(client: any APIClient<TicketAPIs>) {
        self.client = client
    }

    package func issue() async throws(ErrorWrapper) -> String {
        try await client.call(TicketAPIs.Issue()).number
    }

    package func confirm(_ ticket: String) async throws(ErrorWrapper) {
        _ = try await client.call(TicketAPIs.Confirm(ticket: ticket))
    }
}
