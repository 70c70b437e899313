import UsecasesEngine

/// A page of the tutorial, with its number.
package enum TutorialPage: Int, Sendable, Hashable, Codable, CaseIterable {
    case scenes = 1
    case alternative
    case failure
    case scenarios
    case backends
    case recording
    case onward
}

extension TutorialPage {
    package static let first = TutorialPage.scenes

    /// The next page, or `nil` on the last page.
    package var next: TutorialPage? { TutorialPage(rawValue: rawValue + 1) }
    /// The previous page, or `nil` on the first page.
    package var previous: TutorialPage? { TutorialPage(rawValue: rawValue - 1) }
}

extension TutorialPage: CustomStringConvertible {
    package var description: String { "\(rawValue)" }
}

extension TutorialPage: Storable {
    package var stored: String { description }

    package init?(stored: String) {
        guard let number = Int(stored) else { return nil }
        self.init(rawValue: number)
    }
}
