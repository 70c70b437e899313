/// Stands in for a backend that was not provided: its operation throws `未設定`.
struct UnprovidedBackend: Backend {
    func publishUdid(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        throw .system(error: .dependency(.未設定(port: "Backend")))
    }
}
