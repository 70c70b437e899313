import UsecasesEngine

/// The name of a reader of the library: 1 to 32 letters.
package struct ReaderName: Sendable, Hashable {
    package let rawValue: String

    package init?(_ rawValue: String) {
        guard (1...32).contains(rawValue.count), rawValue.allSatisfy(\.isLetter) else { return nil }
        self.rawValue = rawValue
    }

    private init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }

    package static let example = ReaderName(unchecked: "Aoi")
}

extension ReaderName: TextCodable, Storable {
    package static var rule: String { "a name has 1 to 32 letters" }

    package var description: String { rawValue }
}
