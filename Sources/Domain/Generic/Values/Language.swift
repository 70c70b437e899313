/// The language of sentences for people.
package enum Language: String, Sendable, Hashable, Codable, CaseIterable {
    case en
    case ja

    /// The one that is shown beside this one where there is room.
    package var other: Language {
        switch self {
        case .en: .ja
        case .ja: .en
        }
    }
}
