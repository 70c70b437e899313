import UsecasesTesting

/// A document in the form that the renderers of screens and of the laboratory write. Reading is strict: each element is closed in order, each
/// attribute has quotation marks or no value, and each special character is escaped.
package struct HTMLTree: Sendable {
    package struct Element: Sendable {
        package let name: String
        /// The attributes by name. An attribute without a value has an empty one.
        package let attributes: [String: String]
        /// The indices of the elements around this one, the outermost first.
        package let ancestors: [Int]
        /// The text inside, including the text of inner elements.
        package fileprivate(set) var text = ""

        package subscript(attribute: String) -> String? { attributes[attribute] }
    }

    private static let beginning = "<!doctype html>\n"
    private static let void: Set<String> = ["input", "link", "meta"]
    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]

    package private(set) var elements: [Element] = []

    package init(_ document: String) throws {
        try promise(document.hasPrefix(Self.beginning), "the document begins with its type")
        var rest = Array(document.utf8)[Self.beginning.utf8.count...]
        var open: [Int] = []
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            try add(rest[..<start], in: open)
            let end = try promised(rest[start...].firstIndex(of: UInt8(ascii: ">")))
            let tag = rest[(start + 1)..<end]
            rest = rest[(end + 1)...]
            if tag.first == UInt8(ascii: "/") {
                let last = try promised(open.popLast())
                try promise(String(decoding: tag.dropFirst(), as: UTF8.self), is: elements[last].name)
            } else {
                // An element of SVG can end in its own tag.
                let isWhole = tag.last == UInt8(ascii: "/")
                let element = try Self.element(isWhole ? tag.dropLast() : tag, in: open)
                elements.append(element)
                if !isWhole, !Self.void.contains(element.name) { open.append(elements.count - 1) }
            }
        }
        try promise(open.isEmpty, "each element ends")
        try promise(rest.elementsEqual("\n".utf8), "nothing follows the document")
    }

    /// The elements with this name, in their order.
    package func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    /// The texts of the elements with this name, in their order.
    package func text(of name: String) -> [String] { all(name).map(\.text) }

    /// The elements with this name inside an element with the other name.
    package func all(_ name: String, in outer: String) -> [Element] {
        all(name).filter { element in element.ancestors.contains { elements[$0].name == outer } }
    }

    /// The links and buttons that perform an action in `main` or another part.
    package func actions(in outer: String = "main") -> [Element] {
        elements.filter { element in
            let isAction =
                element.name == "button" ? element["name"] == nil : element["class"]?.hasPrefix("button") == true
            return isAction && element.ancestors.contains { elements[$0].name == outer }
        }
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>, in open: [Int]) throws {
        let text = try Self.text(bytes)
        for index in open { elements[index].text += text }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) throws -> String {
        var text = ""
        for (number, part) in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).enumerated() {
            guard number > 0 else {
                text += String(decoding: part, as: UTF8.self)
                continue
            }
            let end = try promised(part.firstIndex(of: UInt8(ascii: ";")))
            text += try promised(entities[String(decoding: part[..<end], as: UTF8.self)])
            text += String(decoding: part[(end + 1)...], as: UTF8.self)
        }
        return text
    }

    private static func element(_ tag: ArraySlice<UInt8>, in open: [Int]) throws -> Element {
        let mark = UInt8(ascii: "\"")
        let name = tag.prefix { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        try promise(!name.isEmpty, "an element has a name")
        var rest = tag.dropFirst(name.count)
        var attributes: [String: String] = [:]
        while !rest.isEmpty {
            try promise(rest.first == UInt8(ascii: " "), "a space separates attributes")
            rest = rest.dropFirst()
            let key = rest.prefix {
                (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-")
            }
            try promise(!key.isEmpty, "an attribute has a name")
            rest = rest.dropFirst(key.count)
            var value = ""
            if rest.first == UInt8(ascii: "=") {
                try promise(rest.dropFirst().first == mark, "a value begins with a quotation mark")
                rest = rest.dropFirst(2)
                let end = try promised(rest.firstIndex(of: mark))
                value = try text(rest[..<end])
                rest = rest[(end + 1)...]
            }
            let former = attributes.updateValue(value, forKey: String(decoding: key, as: UTF8.self))
            try promise(former == nil, "an element has each attribute once")
        }
        return Element(name: String(decoding: name, as: UTF8.self), attributes: attributes, ancestors: open)
    }
}
