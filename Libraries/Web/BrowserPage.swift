package import Usecases
package import UsecasesTerminal

/// The state that a browser shows.
package struct BrowserPage: Sendable {
    package let screen: Screen
    /// The number of the page. A form of an earlier page has no effect, so a form that is sent twice runs once.
    package let number: Int
    /// Whether a use case is running, and the sentence of its scene. The sentence is `nil` before the first scene.
    package let running: (isRunning: Bool, scene: Sentence?)
    /// The texts that were typed into the form of the screen.
    package let entry: FormEntry?
    package let canGoBack: Bool
    /// The output of the screen's demonstration.
    package let output: [Line]

    package init(
        screen: Screen, number: Int, running: (isRunning: Bool, scene: Sentence?) = (false, nil),
        entry: FormEntry? = nil, canGoBack: Bool = false, output: [Line] = []
    ) {
        self.screen = screen
        self.number = number
        self.running = running
        self.entry = entry
        self.canGoBack = canGoBack
        self.output = output
    }
}

/// An action of a page, as the value of the button that triggers it.
package enum BrowserAction: Sendable, Hashable {
    /// The key with this index among the keys of the screen.
    case key(Int)
    /// The key with this index among the keys of an item.
    case choice(Int, key: Int)
    /// The entry with this index in the menu of the application.
    case menu(Int)
    case back
    /// The form of the screen is complete.
    case submit

    /// Reads the value of a button. Returns `nil` for any other text.
    package init?(_ text: String) {
        switch text {
        case "back": self = .back
        case "submit": self = .submit
        default:
            let numbers = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false).map {
                Self.index($0)
            }
            switch (text.first, numbers.count, numbers.first ?? nil, numbers.last ?? nil) {
            case ("k", 1, let index?, _): self = .key(index)
            case ("m", 1, let index?, _): self = .menu(index)
            case ("c", 2, let item?, let index?): self = .choice(item, key: index)
            default: return nil
            }
        }
    }

    /// Reads a number as ``value`` writes it.
    private static func index(_ text: Substring) -> Int? {
        Int(text).flatMap { $0 >= 0 && "\($0)" == text ? $0 : nil }
    }

    /// The value of the button.
    package var value: String {
        switch self {
        case .key(let index): "k\(index)"
        case .choice(let item, let index): "c\(item).\(index)"
        case .menu(let index): "m\(index)"
        case .back: "back"
        case .submit: "submit"
        }
    }
}
