/// An entity together with the whole exchange that brought it.
package struct Answer<Entity: Sendable>: Sendable {
    package let entity: Entity
    /// As it was sent, with its secrets.
    package let request: HttpRequest
    package let response: ReceivedResponse
    /// Those that were made, the one that succeeded the last; empty where nothing repeats.
    package let attempts: [Attempt]
}
