import UsecasesTesting

@testable import UsecasesTerminal

extension FuzzTarget {
    /// A terminal produces at most one key for each byte, and no control characters. Displayed text has its expected
    /// width.
    static let keys = FuzzTarget(
        name: "keys", sizeLimit: 4096,
        check: .now { bytes in
            let keys = DisplayEvent.Key.keys(in: bytes)
            try promise(keys.count <= bytes.count, "a key takes a byte")
            for key in keys {
                guard case .character(let character) = key else { continue }
                try promise(!["\u{1B}", "\r", "\n", "\u{4}"].contains(character), "a control is no character")
            }
            let text = String(decoding: bytes, as: UTF8.self)
            for line in text.wrapped(to: 20) { try promise(line.columns <= 20, "a line has its width") }
            try promise(text.printable.truncated(to: 20).columns <= 20, "what is cut has its width")
            try promise(!text.printable.unicodeScalars.contains("\u{1B}"), "no escape is printed")
        })
}
