import Usecases

/// What is shown, and its consequences. The view of a use case makes one for each of its goals.
public struct Screen: Sendable {
    /// The name in JSON; `nil` for an error, which has a form of its own.
    public let name: String?
    let view: any View
    /// The exit status of a program that ends with this screen. A negative goal has a status of its own.
    public let exitStatus: ExitStatus
    /// Whether a way begins here: no key leads from here to the screens before.
    public let isStart: Bool
    /// What the application does of its own accord on a terminal, the first time that a screen says so.
    public let onAppear: Behaviour?

    /// A screen with the name that it has in JSON.
    public init(
        _ name: String?, _ view: any View, exitStatus: ExitStatus = .success, isStart: Bool = false,
        onAppear: Behaviour? = nil
    ) {
        self.name = name
        self.view = view
        self.exitStatus = exitStatus
        self.isStart = isStart
        self.onAppear = onAppear
    }

    /// The same, with a remark about something that happened meanwhile.
    func remarking(_ remark: Sentence) -> Screen {
        Screen(name, view.remarking(remark), exitStatus: exitStatus, isStart: isStart, onAppear: onAppear)
    }
}

extension Screen: Hashable {
    /// Compares everything, views and behaviours included.
    public static func == (first: Screen, second: Screen) -> Bool {
        (first.name, first.exitStatus, first.isStart, first.onAppear)
            == (second.name, second.exitStatus, second.isStart, second.onAppear)
            && AnyHashable(first.view) == AnyHashable(second.view)
    }

    /// Hashes the name and the view.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        view.hash(into: &hasher)
    }
}

extension Screen {
    /// Nothing is shown yet.
    public static let blank = Screen(nil, Page(heading: Sentence(""), paragraphs: [], keys: []))
}
