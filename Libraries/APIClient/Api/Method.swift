import HTTPTypes

/// The method of a request and its payload: a method that is safe by RFC 9110 cannot have one.
public struct Method: Sendable {
    let name: HTTPRequest.Method
    let payload: Payload?

    private init(_ name: HTTPRequest.Method, _ payload: Payload? = nil) {
        self.name = name
        self.payload = payload
    }

    public static let get = Method(.get)
    public static let head = Method(.head)
    public static let options = Method(.options)
    public static let trace = Method(.trace)
    public static let post = Method(.post)
    public static let put = Method(.put)
    package static let patch = Method(.patch)
    public static let delete = Method(.delete)

    public static func post(_ payload: Payload) -> Method { Method(.post, payload) }
    public static func put(_ payload: Payload) -> Method { Method(.put, payload) }
    package static func patch(_ payload: Payload) -> Method { Method(.patch, payload) }
    public static func delete(_ payload: Payload) -> Method { Method(.delete, payload) }
}
