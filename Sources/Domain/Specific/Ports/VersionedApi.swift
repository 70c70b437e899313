/// An API that reports its version.
package protocol VersionedApi: Sendable {
    /// Throws `ネットワーク接続不可` or the server's refusal as a service error, and a system error of the API for any other
    /// failure.
    func version() async throws(ErrorWrapper) -> Version
}

struct UnprovidedVersionedApi: VersionedApi {
    func version() async throws(ErrorWrapper) -> Version {
        throw .system(error: .dependency(.未設定(port: "VersionedApi")))
    }
}
