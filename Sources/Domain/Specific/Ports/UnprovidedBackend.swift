/// Stands where no backend was provided, and says so when it is used.
struct UnprovidedBackend: Backend {
    func publishUdid(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        throw .system(error: .dependency(.未設定(port: "Backend")))
    }
}
