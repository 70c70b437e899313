/// What the compiler says of a build that failed, from all that it wrote.
struct CompilerMessages {
    /// How many errors are told, and how many notes of each: the first ones cause most of the others.
    private static let limit = 8
    /// Notes that only name what an editor could insert.
    private static let offers: Set<Substring> = ["add missing cases", "add stubs for conformance"]

    /// Each error once, with its notes indented below it; if there is none, the end of everything.
    let lines: [String]

    /// Files below `root` are called as they are called there.
    init(_ output: String, root: String) {
        var errors: [(message: String, notes: [String])] = []
        // Notes of an error that was told before are not told again.
        var isNew = false
        for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.contains(": error: ") || line.hasPrefix("error: ") {
                let message = line.replacing(root, with: "")
                isNew = !errors.contains { $0.message == message }
                if isNew { errors.append((String(message), [])) }
            } else if line.isEmpty || line.contains(": note: ") || line.contains(": warning: ") {
                isNew = false
            } else if isNew, let last = errors.indices.last, let note = line.firstRange(of: "- note: ") {
                let text = line[note.upperBound...]
                if !Self.offers.contains(text), errors[last].notes.count < Self.limit {
                    errors[last].notes.append("  note: \(text)")
                }
            }
        }
        // The driver repeats in general what the compiler says in particular.
        let precise = errors.filter { !$0.message.hasPrefix("error: ") }
        let told = (precise.isEmpty ? errors : precise).prefix(Self.limit)
        lines =
            told.isEmpty
            ? output.split(separator: "\n").suffix(Self.limit).map { String($0) }
            : told.flatMap { [$0.message] + $0.notes }
    }
}
