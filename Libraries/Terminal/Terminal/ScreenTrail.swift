/// The trail of the user, with the previous screens and the entered text of each.
package struct ScreenTrail {
    package private(set) var current = Screen.blank
    private var past: [Screen] = []
    /// The entries by the name of the screen.
    private var entries: [String: FormEntry] = [:]
    private var appeared: Set<Behaviour> = []

    package init() {}

    package var canGoBack: Bool { !past.isEmpty }

    package var entry: FormEntry? {
        get { current.name.flatMap { entries[$0] } }
        set { if let name = current.name { entries[name] = newValue } }
    }

    package mutating func follow(to screen: Screen) {
        guard screen != current else { return }
        if screen.name != current.name {
            // Typed secrets are deleted, because the user may never return to the screen.
            if let form = current.view.form { entry?.prepareForAnotherTry(at: form) }
            if screen.isStart {
                (past, entries) = ([], [:])
            } else if let name = screen.name, past.last?.name == name {
                past.removeLast()
            } else if current.name != nil, !current.view.keys.isEmpty || current.view.form != nil {
                // The user does not need to return to an error or a waiting screen. A message is shown once.
                past.append(current.remarking(nil))
            }
        }
        current = screen
        prepareEntry()
    }

    /// Returns to the previous screen. Returns `nil` if the trail has no previous screen.
    package mutating func goBack() -> Screen? {
        guard let screen = past.popLast() else { return nil }
        if let form = current.view.form { entry?.prepareForAnotherTry(at: form) }
        current = screen
        prepareEntry()
        return screen
    }

    /// Prepares all forms after a submission. Deletes their secrets.
    package mutating func prepareForAnotherTry() {
        for screen in past + [current] {
            if let name = screen.name, let form = screen.view.form { entries[name]?.prepareForAnotherTry(at: form) }
        }
    }

    /// Returns the automatic behaviour of the current screen, unless it has run before.
    package mutating func appearance() -> Behaviour? {
        guard let behaviour = current.onAppear, appeared.insert(behaviour).inserted else { return nil }
        return behaviour
    }

    private mutating func prepareEntry() {
        guard let form = current.view.form, entry?.belongs(to: form) != true else { return }
        entry = FormEntry(of: form)
    }
}
