import Usecases

/// What the screen that is shown demonstrates, and what it has told so far.
@MainActor
struct Performance {
    /// Between two scenes.
    private static let pace = Duration.milliseconds(250)

    private var demonstration: Demonstration?
    private var lines: [Line] = []
    /// Until the demonstration is over.
    private var task: Task<Void, Never>?

    /// With a mark at the end as long as more may come.
    var output: [Line] { lines + (task == nil ? [] : [Line("⋯", style: .faint)]) }

    /// Begins what a screen demonstrates, unless that is what is shown already, and ends what the one before did. `tell` is
    /// given each line, and `nil` at the end.
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

    /// What an earlier demonstration told may come late, and is left out.
    mutating func hear(_ line: Line?, of telling: Demonstration) {
        guard telling == demonstration else { return }
        if let line { lines.append(line) } else { task = nil }
    }

    func end() { task?.cancel() }
}
