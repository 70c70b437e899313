/// The page on which a service reports its status.
package protocol StatusPage: Sendable {
    /// Throws `ネットワーク接続不可` or the server's refusal as a service error, and a system error of the API for any other
    /// failure.
    func status() async throws(ErrorWrapper) -> ServiceStatus
}

struct UnprovidedStatusPage: StatusPage {
    func status() async throws(ErrorWrapper) -> ServiceStatus {
        throw .system(error: .dependency(.未設定(port: "StatusPage")))
    }
}
