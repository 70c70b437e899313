/// How a service is doing, as it tells itself on its status page.
package struct ServiceStatus: Sendable, Hashable, Codable {
    /// How bad it is: `none`, `minor`, `major`, `critical` or `maintenance`; a page may invent others.
    package let indicator: String
    /// A few words for a person, such as `All Systems Operational`.
    package let description: String

    package init(indicator: String, description: String) {
        self.indicator = indicator
        self.description = description
    }

    /// Whether the page reports nothing at all.
    package var isOperational: Bool { indicator == "none" }
}
