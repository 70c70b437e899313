/// An entity together with the whole exchange that brought it.
public struct Answer<Entity: Sendable>: Sendable {
    package let entity: Entity
    /// The request as it was sent, including its secrets.
    public let request: HttpRequest
    /// The response as it was received, before the entity was read from it.
    public let response: ReceivedResponse
    /// The attempts that were made, the successful one last; empty if requests are not retried.
    public let attempts: [Attempt]
}
