import HTTPTypes

/// The method of a request and its payload: a method that is safe by RFC 9110 cannot have one.
package struct Method: Sendable {
    let name: HTTPRequest.Method
    let payload: Payload?

    private init(_ name: HTTPRequest.Method, _ payload: Payload? = nil) {
        self.name = name
        self.payload = payload
    }

    package static let get = Method(.get)
    package static let head = Method(.head)
    package static let options = Method(.options)
    package static let trace = Method(.trace)
    package static let post = Method(.post)
    package static let put = Method(.put)
    package static let patch = Method(.patch)
    package static let delete = Method(.delete)

    package static func post(_ payload: Payload) -> Method { Method(.post, payload) }
    package static func put(_ payload: Payload) -> Method { Method(.put, payload) }
    package static func patch(_ payload: Payload) -> Method { Method(.patch, payload) }
    package static func delete(_ payload: Payload) -> Method { Method(.delete, payload) }
}
