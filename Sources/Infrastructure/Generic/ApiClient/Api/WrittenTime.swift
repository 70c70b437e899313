import Domain
import Foundation

/// A time in an answer, as ISO 8601 writes it, with or without fractions of a second.
struct WrittenTime: Decodable, Sendable {
    let timestamp: Timestamp

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
        // Nothing longer is a time, and reading it would take time.
        guard text.utf8.count <= 40, let date = try? style.parse(text),
            // The years that have four digits.
            (-62_167_219_200..<253_402_300_800).contains(date.timeIntervalSince1970)
        else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "this is no time: \(text)")
        }
        timestamp = Timestamp(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }
}
