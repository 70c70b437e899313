import Dispatch

extension [any DispatchSourceProtocol] {
    /// Resumes them, and returns once all of them listen. What came before would get lost.
    @MainActor func listen() async {
        let (registrations, registration) = AsyncStream.makeStream(of: Void.self)
        for source in self {
            source.setRegistrationHandler { registration.yield() }
            source.resume()
        }
        var missing = count
        for await _ in registrations {
            missing -= 1
            if missing == 0 { break }
        }
    }
}
