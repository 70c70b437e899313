/// A place in the sources where a programmer could make a mistake.
struct Place {
    enum Kind {
        case arithmetic, boundary, condition, fallback, literal, removal, selection, swap
    }

    /// The path in the repository.
    let file: String
    let line: Int
    let kind: Kind
    let before: String
    let after: String
    /// Offsets in UTF-8 bytes.
    let start: Int
    let end: Int
    /// What is inserted at both offsets. `#` stands for the number.
    let open: String
    let close: String
    /// Counts equal mistakes in one file.
    fileprivate(set) var count = 1
    /// The program makes the mistake with this number. It is greater than zero.
    fileprivate(set) var number = 0

    /// It changes only with the name of the file and with the expression.
    var key: String {
        "\(file): \(kind): \(before)" + (after.isEmpty ? "" : " -> \(after)") + (count == 1 ? "" : " (\(count))")
    }

    /// Whether the file of specs is about this file, as their names tell.
    func isOwn(_ specs: String) -> Bool {
        let name = specs.replacing(/(Spec|Contract)\.swift$/, with: "")
        let own = file.split(separator: "/").last?.split(separator: ".").first ?? ""
        return own.contains(name) || name.contains(own)
    }
}

extension [Place] {
    /// Returns the places with counts that make their keys unique, and with numbers.
    func numbered() -> [Place] {
        var counts: [String: Int] = [:]
        return enumerated().map { index, place in
            var place = place
            counts[place.key, default: 0] += 1
            place.count = counts[place.key] ?? 1
            place.number = index + 1
            return place
        }
    }

    /// Returns the source of a file with all these mistakes. They must be all in this file. No line gets another number.
    func planted(in source: String) -> String {
        let ends = Dictionary(grouping: self, by: \.end), starts = Dictionary(grouping: self, by: \.start)
        let bytes = [UInt8](source.utf8)
        var planted: [UInt8] = []
        for offset in 0...bytes.count {
            // Inner places end before outer ones, and begin after them. An outer place has a smaller number.
            for place in (ends[offset] ?? []).sorted(by: { ($0.start, $0.number) > ($1.start, $1.number) }) {
                planted += place.close.replacing("#", with: "\(place.number)").utf8
            }
            for place in (starts[offset] ?? []).sorted(by: { (-$0.end, $0.number) < (-$1.end, $1.number) }) {
                planted += place.open.replacing("#", with: "\(place.number)").utf8
            }
            if offset < bytes.count { planted.append(bytes[offset]) }
        }
        return String(decoding: planted, as: UTF8.self)
    }
}
