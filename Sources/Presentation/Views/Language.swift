/// The language of sentences for people.
package enum Language: String, Sendable, Hashable, CaseIterable {
    case en
    case ja
}
