import CourseDomain
package import Usecases
package import UsecasesAPIClient

/// The service that sells tickets.
package struct TicketApis: ApiService {
    package let address: BaseAddress

    package init(address: BaseAddress) {
        self.address = address
    }
}

extension TicketApis {
    /// 券の発行: `POST /tickets`, answered with `{"number": "A7"}`.
    struct Issue: Api {
        typealias Service = TicketApis

        struct Entity: Codable, Sendable {
            let number: String
        }

        let path: Path = "/tickets"
        let method = Method.post
    }

    /// 券の確定: `PUT /tickets/A7`, answered without content.
    struct Confirm: Api {
        typealias Service = TicketApis
        typealias Entity = NoContent

        let ticket: String
        let method = Method.put
        var path: Path { "/tickets/\(ticket)" }
    }
}

/// Buys tickets through an API client.
package struct ApiTicketOffice: TicketOffice {
    private let client: any ApiClient<TicketApis>

    package init(client: any ApiClient<TicketApis>) {
        self.client = client
    }

    package func issue() async throws(ErrorWrapper) -> String {
        try await client.call(TicketApis.Issue()).number
    }

    package func confirm(_ ticket: String) async throws(ErrorWrapper) {
        _ = try await client.call(TicketApis.Confirm(ticket: ticket))
    }
}
