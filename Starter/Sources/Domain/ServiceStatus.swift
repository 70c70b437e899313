/// The status of a service, as its status page reports it.
package struct ServiceStatus: Sendable, Hashable, Codable {
    /// The severity, which is `none`, `minor`, `major` or `critical`.
    package let indicator: String
    /// A short text, such as `All Systems Operational`.
    package let description: String

    package init(indicator: String, description: String) {
        self.indicator = indicator
        self.description = description
    }

    package var isOperational: Bool { indicator == "none" }
}
