package import UsecasesEngine
package import UsecasesTerminal

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
