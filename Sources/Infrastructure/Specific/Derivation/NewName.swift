import CalearningDomain
import Usecases

/// The name of a new application, in each form in which this one's name is written.
struct NewName {
    let name: ApplicationName

    /// The text with the new name in place of this application's.
    func put(into text: String) -> String {
        let name = name.rawValue
        let forms = [
            (Product.own.name.uppercased(), name.uppercased()), (Product.own.title, name),
            (String(Product.own.specs.dropLast("Tests".count)), name), (Product.own.name, name.lowercased()),
        ]
        return forms.reduce(text) { text, form in text.replacing(form.0, with: form.1) }
    }
}
