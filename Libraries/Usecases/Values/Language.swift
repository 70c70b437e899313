/// The language of sentences for people.
public enum Language: String, Sendable, Hashable, Codable, CaseIterable {
    case en
    case ja

    /// The language that is shown next to this one where there is room for both.
    public var other: Language {
        switch self {
        case .en: .ja
        case .ja: .en
        }
    }
}
