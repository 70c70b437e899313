import HTTPTypes

/// The method of a request and its payload: a method that is safe by RFC 9110 cannot have one.
public struct Method: Sendable {
    let name: HTTPRequest.Method
    let payload: Payload?

    private init(_ name: HTTPRequest.Method, _ payload: Payload? = nil) {
        self.name = name
        self.payload = payload
    }

    /// GET without a payload.
    public static let get = Method(.get)
    /// HEAD without a payload.
    public static let head = Method(.head)
    /// OPTIONS without a payload.
    public static let options = Method(.options)
    /// TRACE without a payload.
    public static let trace = Method(.trace)
    /// POST without a payload.
    public static let post = Method(.post)
    /// PUT without a payload.
    public static let put = Method(.put)
    package static let patch = Method(.patch)
    /// DELETE without a payload.
    public static let delete = Method(.delete)

    /// POST with a payload.
    public static func post(_ payload: Payload) -> Method { Method(.post, payload) }
    /// PUT with a payload.
    public static func put(_ payload: Payload) -> Method { Method(.put, payload) }
    package static func patch(_ payload: Payload) -> Method { Method(.patch, payload) }
    /// DELETE with a payload.
    public static func delete(_ payload: Payload) -> Method { Method(.delete, payload) }
}
