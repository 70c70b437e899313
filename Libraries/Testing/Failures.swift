public import UsecasesEngine

/// Errors of ports, for ``UsecasesEngine/Dependencies/failing(_:with:)`` and for stubs.
extension ErrorWrapper {
    /// The error of a store that cannot be read.
    public static let unreadable = stored(.unreadable(location: location, content: nil))
    /// The error of a store that cannot be written.
    public static let unwritable = stored(.unwritable(location: location, content: nil))
    /// The error of a store whose content is damaged.
    public static let damaged = stored(.damaged(location: location, content: nil))
    /// The error of a service that cannot be reached.
    public static let unreachable = ErrorWrapper.service(error: .client(.networkUnreachable), args: exchange)
    /// The error of a service that refuses a request with status 503.
    public static let refused = ErrorWrapper.service(
        error: .server(ErrorResponse(code: "NOT_NOW", title: "Not Now", message: "The service says no."), status: 503),
        args: exchange)

    private static let location = "a broken disk"
    private static let exchange = ["method": "POST", "url": "http://127.0.0.1:9/"]

    private static func stored(_ error: SystemErrors.DataStore) -> ErrorWrapper {
        .system(error: .dataStore(error), args: ["location": location])
    }
}
