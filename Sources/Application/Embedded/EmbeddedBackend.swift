package import CalearningDomain
package import Usecases

/// The server in this process: it runs the server's use cases over ports of its own, with the same guarantees.
package struct EmbeddedBackend: Sendable {
    let server: Dependencies

    /// `server` has the ports of the server's side.
    package init(server: Dependencies) {
        self.server = server
    }

    func run<U: Usecase>(_ scene: Step<U>) async throws(ErrorWrapper) -> U.Goals {
        do throws(UnfinishedScenario<U>) {
            return try await U.interact(from: scene, as: .application, with: server).goal
        } catch {
            throw error.error
        }
    }
}

extension EmbeddedBackend: Backend {
    package func publishUdid(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        switch try await run(RegisterDevice.initial(kind: .terminal, key: installation)) {
        case .記録した場合_サーバは新しいUDIDを返す(let udid), .発行済みの場合_サーバは同じUDIDを返す(let udid): return udid
        case .冪等キーが別の内容で使われている場合_サーバは拒否する:
            throw .service(
                error: .server(
                    ErrorResponse(
                        code: ErrorResponse.keyReused, title: "The key was used before",
                        message: "This installation was registered as another kind of device."), status: 422))
        }
    }
}
