package import UsecasesEngine

/// The addresses of an application's pages.
package struct PageLinks: Sendable {
    /// The path of the first page. All others are below it.
    package static let root = "/web"

    /// The places by their paths.
    package let places: [String: UsecasePlace]

    package init(_ places: [UsecasePlace]) {
        self.places = Dictionary(places.map { ($0.path, $0) }) { first, _ in first }
    }

    /// Returns the place of the address, or `nil` if no page has it.
    package func place(of address: PageAddress) -> UsecasePlace? {
        address.usecase.pagePath.flatMap { places[$0] }
    }

    /// Returns the path with the texts as a query.
    package static func address(_ path: String, _ texts: [String: String] = [:]) -> String {
        let whole = path.isEmpty ? root : "\(root)/\(path)"
        return texts.isEmpty ? whole : "\(whole)?\(FormFields.text(of: texts))"
    }
}

/// A page of a browser: a screen, and what surrounds it.
package struct BrowserPage: Sendable {
    package var screen: Screen
    /// The path of the page, without a query.
    package let path: String
    /// The texts of the address.
    package var texts: [String: String] = [:]
    /// The texts for the fields of the form.
    package var entry: [String: Secret] = [:]
    /// The name of the logged-in user, if the form is about the user.
    package var user: String?
    /// Whether the page refreshes itself, because its run is under way.
    package var isWaiting = false
    /// Whether new passwords are shown.
    package var isRevealed = false
    /// Whether the notice is about something that was not done.
    package var hasFailed = false
    /// The output of the screen's demonstration.
    package var output: [Line] = []

    /// The name of a field in each form with a switch. A browser sends no value for a switch that is off.
    package static let sent = "sent"

    /// Returns whether the texts of the address are enough to submit the form. An address without any field of the form
    /// only shows it.
    package func answers(_ form: Form) -> Bool {
        (texts[Self.sent] != nil || form.fields.contains { texts[$0.name] != nil })
            && form.fields.allSatisfy { field in
                !field.isSecret && !(field.mustBeTyped && (texts[field.name] ?? "").isEmpty)
            }
    }

    /// Fills the fields with texts from outside, as if they were typed, or with their initial texts. Secrets stay out
    /// unless they are to be seen. A secret with characters that command displays is never shown.
    package mutating func fill(_ form: Form, with texts: [String: String], secrets: Bool = false) {
        let typed = FormEntry(
            of: form, filledWith: texts.mapValues { Secret($0) }, isComplete: texts[Self.sent] != nil)
        for field in form.fields where secrets || !field.isSecret {
            let isOdd = typed[field.name].reveal().unicodeScalars.contains { $0.commandsDisplays }
            if !isOdd { entry[field.name] = typed[field.name] }
        }
    }

    /// The address with which the page can be opened again.
    package var address: String { texts.isEmpty ? path : "\(path)?\(FormFields.text(of: texts))" }

    package init(_ screen: Screen, at path: String, texts: [String: String] = [:]) {
        self.screen = screen
        self.path = path
        self.texts = texts
    }
}

/// The fields of a form or of an address, `application/x-www-form-urlencoded`.
package enum FormFields {
    /// The maximum number of fields.
    package static let limit = 16

    /// Returns the texts by their names. Returns `nil` for more fields than the limit, for a name that occurs twice, for an
    /// incomplete percent escape, and for bytes that are not UTF-8. Brackets in names have no meaning.
    package static func parse(_ bytes: some Collection<UInt8>) -> [String: String]? {
        var fields: [String: String] = [:]
        let pairs = bytes.split(separator: UInt8(ascii: "&"), maxSplits: limit)
        guard pairs.count <= limit else { return nil }
        for pair in pairs {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = text(parts[0]), let value = parts.count == 2 ? text(parts[1]) : "",
                fields.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        return fields
    }

    private static func text(_ bytes: some Sequence<UInt8>) -> String? {
        var decoded: [UInt8] = []
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "+"): decoded.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = iterator.next()?.hexDigitValue, let low = iterator.next()?.hexDigitValue else {
                    return nil
                }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    /// Returns the texts in the form that ``parse(_:)`` reads, in the order of their names.
    package static func text(of fields: [String: String]) -> String {
        fields.sorted { $0.key < $1.key }.map { "\($0.key.percentEncoded)=\($0.value.percentEncoded)" }
            .joined(separator: "&")
    }
}
