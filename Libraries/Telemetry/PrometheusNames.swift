#if Server
/// The names of series in use. A histogram also uses the names of its parts.
struct PrometheusNames {
    private var taken: Set<String> = []

    /// Returns the name itself if it is free, otherwise one with the kind as a suffix.
    mutating func reserve<Instrument: PrometheusInstrument>(_ name: String, for kind: Instrument.Type) -> String {
        let candidates = CollectionOfOne(name) + [name + "_" + kind.type]
        var free = candidates.first { isFree($0, for: kind) }
        var number = 2
        while free == nil {
            let candidate = "\(name)_\(kind.type)_\(number)"
            free = isFree(candidate, for: kind) ? candidate : nil
            number += 1
        }
        let chosen = free ?? name
        taken.formUnion(kind.suffixes.map { chosen + $0 })
        return chosen
    }

    private func isFree<Instrument: PrometheusInstrument>(_ name: String, for kind: Instrument.Type) -> Bool {
        kind.suffixes.allSatisfy { !taken.contains(name + $0) }
    }

    /// Letters, digits, `_` and `:`, not beginning with a digit.
    static func sanitised(_ name: String) -> String {
        sanitised(name) { $0 == UInt8(ascii: ":") }
    }

    /// The same without `:`, for names of labels.
    static func sanitisedLabel(_ name: String) -> String {
        sanitised(name) { _ in false }
    }

    private static func sanitised(_ name: String, isAllowed: (UInt8) -> Bool) -> String {
        func isValid(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: isAllowed(byte)
            }
        }
        let startsWithDigit = name.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
        if !startsWithDigit, name.utf8.allSatisfy(isValid) { return name }
        return (startsWithDigit ? "_" : "")
            + String(decoding: name.utf8.map { isValid($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
    }
}
#endif
