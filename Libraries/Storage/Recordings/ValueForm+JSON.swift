import Foundation
package import Usecases

extension ValueForm {
    /// The form of a value as it would be recorded.
    package init(encoding value: some Encodable) {
        let encoded = try? JSONEncoder().encode([value])
        let forms = encoded.flatMap { try? JSONDecoder().decode([RecordedForm].self, from: $0) }
        self = forms?.first?.form ?? .other
    }
}

/// The form of a recorded value.
struct RecordedForm: Decodable {
    let form: ValueForm

    private struct Name: CodingKey {
        static let payload = Name(stringValue: "_0")

        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        form = Self.form(of: decoder, carries: true)
    }

    /// The compiler encodes a case of an enum as an object with its name as its only member, an object too; a value that
    /// the case carries without a label is the member `_0` of that.
    private static func form(of decoder: any Decoder, carries: Bool) -> ValueForm {
        guard let value = try? decoder.singleValueContainer() else { return .other }
        if value.decodeNil() { return .null }
        guard let object = try? decoder.container(keyedBy: Name.self) else {
            return (try? value.decode(Bool.self)).map { .bool($0) } ?? .other
        }
        guard object.allKeys.count == 1, let name = object.allKeys.first,
            let members = try? object.nestedContainer(keyedBy: Name.self, forKey: name)
        else { return .other }
        guard carries, members.allKeys.count == 1, members.contains(.payload),
            let payload = try? members.superDecoder(forKey: .payload)
        else { return .tagged(name.stringValue, nil) }
        return .tagged(name.stringValue, form(of: payload, carries: false))
    }
}
