import UsecasesEngine

@MainActor
struct Performance {
    private static let pace = Duration.milliseconds(250)

    private var demonstration: Demonstration?
    private var lines: [Line] = []
    /// The running demonstration, or `nil` after its end.
    private var task: Task<Void, Never>?

    /// The output, with a final mark while more lines may follow.
    var output: [Line] { lines + (task == nil ? [] : [Line("⋯", style: .faint)]) }

    /// Starts the demonstration of a screen and ends the previous one, unless they are equal. `tell` receives each
    /// line, and `nil` at the end.
    mutating func follow(
        to next: Demonstration?, in language: Language, on clock: any Clock,
        tell: @escaping @MainActor (Line?, Demonstration) -> Void
    ) {
        guard next != demonstration else { return }
        end()
        (demonstration, lines, task) = (next, [], nil)
        guard let next else { return }
        task = Task {
            let lines = next.lines(in: language) { () async throws(ErrorWrapper) in
                try await clock.sleep(for: Self.pace)
            }
            for await line in lines where !Task.isCancelled { tell(line, next) }
            if !Task.isCancelled { tell(nil, next) }
        }
    }

    /// Adds a line of the demonstration. Late lines of an earlier demonstration are ignored.
    mutating func hear(_ line: Line?, of telling: Demonstration) {
        guard telling == demonstration else { return }
        if let line { lines.append(line) } else { task = nil }
    }

    func end() { task?.cancel() }
}
