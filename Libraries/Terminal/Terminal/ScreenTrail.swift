/// Where the user has been: the screens that can be gone back to, and what was filled in on each.
struct ScreenTrail {
    private(set) var current = Screen.blank
    private var past: [Screen] = []
    /// By the name of the screen.
    private var entries: [String: FormEntry] = [:]
    private var appeared: Set<Behaviour> = []

    var canGoBack: Bool { !past.isEmpty }

    /// What has been filled into the form that is shown.
    var entry: FormEntry? {
        get { current.name.flatMap { entries[$0] } }
        set { if let name = current.name { entries[name] = newValue } }
    }

    /// The user, or a use case, has got to this screen.
    mutating func follow(to screen: Screen) {
        guard screen != current else { return }
        if screen.name != current.name {
            // Secrets that were typed are not kept for a screen that may never be seen again.
            if let form = current.view.form { entry?.prepareForAnotherTry(at: form) }
            if screen.isStart {
                (past, entries) = ([], [:])
            } else if let name = screen.name, past.last?.name == name {
                past.removeLast()
            } else if current.name != nil, !current.view.keys.isEmpty || current.view.form != nil {
                // Nobody wants to go back to an error, nor to what only waits.
                past.append(current)
            }
        }
        current = screen
        prepareEntry()
    }

    /// The screen before, which is shown next; `nil` if there is none.
    mutating func goBack() -> Screen? {
        guard let screen = past.popLast() else { return nil }
        if let form = current.view.form { entry?.prepareForAnotherTry(at: form) }
        current = screen
        prepareEntry()
        return screen
    }

    /// Whatever was submitted has been answered. Secrets are kept no longer.
    mutating func prepareForAnotherTry() {
        for screen in past + [current] {
            if let name = screen.name, let form = screen.view.form { entries[name]?.prepareForAnotherTry(at: form) }
        }
    }

    /// What the application does of its own accord on the screen that is shown, unless it has done so before.
    mutating func appearance() -> Behaviour? {
        guard let behaviour = current.onAppear, appeared.insert(behaviour).inserted else { return nil }
        return behaviour
    }

    private mutating func prepareEntry() {
        guard let form = current.view.form, entry?.belongs(to: form) != true else { return }
        entry = FormEntry(of: form)
    }
}
