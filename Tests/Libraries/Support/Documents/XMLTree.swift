package import Foundation
import Testing

#if canImport(FoundationXML)
package import FoundationXML
#endif

/// A document parsed as XML, for inspecting its elements.
package final class XMLTree: NSObject, XMLParserDelegate {
    package struct Element {
        package let name: String
        package let attributes: [String: String]
        package var text = ""
    }

    package private(set) var elements: [Element] = []
    private var open: [Int] = []

    /// Parses the text. Throws an error if the text is not well-formed.
    package init(_ text: String) throws {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        let isWellFormed = parser.parse()
        try #require(isWellFormed, "line \(parser.lineNumber): \(String(describing: parser.parserError))")
    }

    package func text(of name: String) -> [String] {
        elements.filter { $0.name == name }.map(\.text)
    }

    package func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes))
    }

    package func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?)
    {
        open.removeLast()
    }

    package func parser(_ parser: XMLParser, foundCharacters text: String) {
        for index in open { elements[index].text += text }
    }
}
