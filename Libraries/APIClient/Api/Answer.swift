/// An entity together with the whole exchange that brought it.
package struct Answer<Entity: Sendable>: Sendable {
    package let entity: Entity
    /// The request as it was sent, including its secrets.
    package let request: HttpRequest
    package let response: ReceivedResponse
    /// The attempts that were made, the successful one last; empty if requests are not retried.
    package let attempts: [Attempt]
}
