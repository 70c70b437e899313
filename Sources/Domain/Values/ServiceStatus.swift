/// The status of a service, as its status page reports it.
package struct ServiceStatus: Sendable, Hashable, Codable {
    /// The severity: `none`, `minor`, `major`, `critical` or `maintenance`; a page may use others.
    package let indicator: String
    /// A few words for a person, such as `All Systems Operational`.
    package let description: String

    package init(indicator: String, description: String) {
        self.indicator = indicator
        self.description = description
    }

    /// Whether the page reports no problems.
    package var isOperational: Bool { indicator == "none" }
}
