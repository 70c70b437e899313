import Foundation
import UsecasesSystem

extension JSON {
    /// The encoded value, without its secrets.
    init(encoding value: some Encodable) throws {
        let encoder = JSONEncoder()
        self = try JSONDecoder().decode(JSON.self, from: try encoder.encode([value]))
        if case .array(let values) = self, let first = values.first { self = first }
    }
}
