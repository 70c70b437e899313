/// Sells tickets for a reading.
///
/// Each operation throws `ネットワーク接続不可` or the refusal of the server as a service error, and a system error of the API for
/// any other failure.
package protocol TicketOffice: Sendable {
    /// The number of a new ticket, a different one each time.
    func issue() async throws(ErrorWrapper) -> String
    /// Confirms that the ticket is wanted. It may be confirmed any number of times.
    func confirm(_ ticket: String) async throws(ErrorWrapper)
}

struct UnprovidedTicketOffice: TicketOffice {
    private static let error = ErrorWrapper.system(error: .dependency(.未設定(port: "TicketOffice")))

    func issue() async throws(ErrorWrapper) -> String { throw Self.error }

    func confirm(_ ticket: String) async throws(ErrorWrapper) { throw Self.error }
}
