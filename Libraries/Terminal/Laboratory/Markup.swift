/// HTML or SVG: what is written literally stays as it is, and every text that is put into it is escaped.
package struct Markup: Sendable, Hashable, ExpressibleByStringInterpolation {
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        package mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        package mutating func appendInterpolation(_ value: String) {
            for scalar in value.unicodeScalars { text += scalar.escaped }
        }

        package mutating func appendInterpolation(_ number: Int) {
            text += "\(number)"
        }

        package mutating func appendInterpolation(_ markup: Markup) {
            text += markup.text
        }

        package mutating func appendInterpolation(_ markups: [Markup], separator: String = "\n") {
            text += markups.map(\.text).joined(separator: separator)
        }
    }

    /// The HTML or SVG.
    public let text: String

    package init(stringLiteral value: String) {
        text = value
    }

    package init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
    }
}

extension Unicode.Scalar {
    /// Valid between tags and within quoted attributes.
    fileprivate var escaped: String {
        switch self {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "'": "&#39;"
        // Such characters may not occur in a document at all, escaped or not.
        case _ where properties.generalCategory == .control && self != "\n" && self != "\t": "\u{FFFD}"
        default: String(self)
        }
    }
}
