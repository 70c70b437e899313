import Domain

/// What is shown, and its consequences. The view of a use case makes one for each of its goals.
package struct Screen: Sendable {
    /// The name in JSON; `nil` for an error, which has a form of its own.
    package let name: String?
    let view: any View
    /// The exit status of a program that ends with this screen. A negative goal has a status of its own.
    package let exitStatus: ExitStatus

    init(_ name: String?, _ view: any View, exitStatus: ExitStatus = .success) {
        self.name = name
        self.view = view
        self.exitStatus = exitStatus
    }
}

extension Screen: Hashable {
    package static func == (first: Screen, second: Screen) -> Bool {
        (first.name, first.exitStatus) == (second.name, second.exitStatus)
            && AnyHashable(first.view) == AnyHashable(second.view)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        view.hash(into: &hasher)
    }
}

extension Screen {
    /// Nothing is shown yet.
    package static let blank = Screen(nil, Page(heading: Sentence(""), paragraphs: [], keys: []))
}
