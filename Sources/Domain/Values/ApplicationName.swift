import Usecases

/// The name of an application: a capital, then letters and digits of ASCII, 2 to 12 characters. All other names in it are
/// made from this one.
package struct ApplicationName: Sendable, Hashable {
    package let rawValue: String

    package init?(_ rawValue: String) {
        guard (2...12).contains(rawValue.utf8.count), rawValue.utf8.first.map({ (0x41...0x5A).contains($0) }) ?? false,
            rawValue.utf8.allSatisfy({ $0.isASCIIAlphanumeric }), !Self.taken.contains(rawValue.lowercased())
        else { return nil }
        self.rawValue = rawValue
    }

    private init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }

    /// Names that would hide a module of the package, or stand for this application.
    private static let taken: Set = [
        "application", "usecases", "domain", "infrastructure", "presentation", "foundation", "swift", "testing",
        "dispatch",
        "argumentparser", "synchronization", "observation", Product.own.name,
    ]

    package static let example = ApplicationName(unchecked: "Shop")
}

extension ApplicationName: TextCodable {
    package static var rule: String {
        "a name has a capital, then letters and digits, 2 to 12 in all, and is not that of a module"
    }

    package var description: String { rawValue }
}

extension UInt8 {
    fileprivate var isASCIIAlphanumeric: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}
