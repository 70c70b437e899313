/// The server's side of the application.
package protocol Backend: Sendable {
    /// Issues a UDID; the same installation always gets the same one.
    ///
    /// Throws `ネットワーク接続不可` or the server's ``ErrorResponse`` as a service error, and a system error of the API or of
    /// the registry for any other failure.
    func publishUdid(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID
}
