import Usecases

/// Texts from outside, from servers, files and users, may contain characters that control a terminal. Everything that
/// is written passes through here.
extension String {
    /// With such characters shown as U+FFFD; lines and tabs stay.
    var harmless: String { replacingCommands { $0 == "\n" || $0 == "\t" ? nil : "\u{FFFD}" } }

    /// The same on one line.
    public var printable: String { replacingCommands { _ in "\u{FFFD}" } }

    /// JSON with such characters escaped, so that it means the same. Outside of its strings it has none.
    var harmlessJSON: String {
        replacingCommands { scalar in
            scalar == "\n"
                ? nil : scalar.utf16.map { "\\u" + String(UInt32($0) + 0x10000, radix: 16).dropFirst() }.joined()
        }
    }

    /// `nil` leaves a character as it is.
    private func replacingCommands(by replacement: (Unicode.Scalar) -> String?) -> String {
        guard unicodeScalars.contains(where: \.commandsDisplays) else { return self }
        var text = UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.commandsDisplays, let replacement = replacement(scalar) {
                text.append(contentsOf: replacement.unicodeScalars)
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}
