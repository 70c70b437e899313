package import Domain

/// Calls an API and returns its entity. Swap it to talk to something else than a server.
package protocol ApiClient: Sendable {
    /// Throws `ネットワーク接続不可` or the server's ``ErrorResponse`` as a service error, a system error of the API for
    /// all else of the exchange, and ``ErrorWrapper/interrupted`` when the task is cancelled.
    func call<A: Api>(_ api: A) async throws(ErrorWrapper) -> A.Entity
}
