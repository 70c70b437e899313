/// Who undertakes what in a world.
package struct WorldPlan: Sendable {
    /// Undertakings on one device.
    public struct Part: Sendable {
        /// On which device, counted from 0.
        public let device: Int
        /// One after the other.
        package let undertakings: [Undertaking]

        /// Undertakings on a device, in their order.
        public init(device: Int, undertakings: [Undertaking]) {
            self.device = device
            self.undertakings = undertakings
        }
    }

    /// What was undertaken before, one after the other and undisturbed.
    package var prologue: [Part]
    /// One for each actor. Those on one device are processes that share what it keeps.
    package var parts: [Part]
    /// How many calls may fail at most.
    package var faults: Int
    /// How many processes may die at most.
    package var crashes: Int

    package init(prologue: [Part] = [], parts: [Part], faults: Int = 0, crashes: Int = 0) {
        self.prologue = prologue
        self.parts = parts
        self.faults = faults
        self.crashes = crashes
    }

    package var deviceCount: Int { (prologue + parts).reduce(0) { max($0, $1.device + 1) } }
}
