package import UsecasesEngine
package import UsecasesLaboratory

extension PortCallName {
    /// Whether a change by this call reaches beyond the browser's own store. Deleting a value without having read it
    /// counts, because it forgets what the user has not seen. Then the argument is only the name of the value.
    package var isOutsideStore: Bool {
        guard port == Port<any DataStore>.name else { return true }
        return operation == "delete(_:)" && !(arguments.first ?? "").contains(": ")
    }
}

extension Exploration {
    /// Whether any scenario changes something outside the browser's own store.
    package var changesOutsideStore: Bool {
        ways.contains { way in
            way.changes.contains { index in
                if case .call(let call, _) = way.events[index] { call.isOutsideStore } else { false }
            }
        }
    }
}
