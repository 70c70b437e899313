import CalearningPresentation
import Testing
import UsecasesLaboratory

/// Returns a use case of the catalogue by name. `Greet` is its first beginning, and `Greet/2` its second.
func plannedRun(_ name: String) throws -> PlannedRun {
    try #require(compositionRoot.plannedRuns.first { $0.description == name })
}

/// Returns a plan. Each part is a device, counted from 0, and the use cases that run there.
func plan(
    after before: [(Int, [String])] = [], _ parts: (Int, [String])..., faults: Int = 0, crashes: Int = 0
) throws -> WorldPlan {
    try plan(after: before, parts: parts, faults: faults, crashes: crashes)
}

func plan(
    after before: [(Int, [String])], parts: [(Int, [String])], faults: Int = 0, crashes: Int = 0
) throws -> WorldPlan {
    func part(_ device: Int, _ names: [String]) throws -> WorldPlan.Part {
        WorldPlan.Part(device: device, plannedRuns: try names.map(plannedRun))
    }
    return WorldPlan(
        prologue: try before.map(part), parts: try parts.map(part), faults: faults, crashes: crashes)
}
