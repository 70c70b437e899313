import Testing
import UsecasesTestSupport

/// The headings, links and code blocks of a documentation page.
struct MarkdownPage {
    struct Heading: Hashable {
        let level: Int
        let text: String
    }

    struct Block: Hashable {
        /// The words after the fence: the language, and the requirements of a build, such as `console Server`.
        let kind: [String]
        let lines: [String]
        /// The target of the last link to a Swift file between the heading and the block, or `nil` without such a link.
        let source: String?
    }

    private(set) var headings: [Heading] = []
    /// The targets of the page's links and pictures, outside of code.
    private(set) var links: [String] = []
    private(set) var blocks: [Block] = []
    private var source: String?

    init(_ text: String) {
        var open: (kind: [String], lines: [String])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let fence = line.drop { $0 == " " }
            if let block = open {
                if fence == "```" {
                    blocks.append(Block(kind: block.kind, lines: block.lines, source: source))
                    open = nil
                } else {
                    open?.lines.append(String(line))
                }
            } else if fence.hasPrefix("```") {
                open = (fence.dropFirst(3).split(separator: " ").map(String.init), [])
            } else {
                read(line)
            }
        }
    }

    init(at path: String) throws {
        self.init(try Repository.text(of: path))
    }

    private mutating func read(_ line: Substring) {
        if let match = line.wholeMatch(of: #/(#+) (.*)/#) {
            headings.append(Heading(level: match.1.count, text: String(match.2)))
            source = nil
        }
        let prose = line.replacing(#/`[^`]*`/#, with: "`")
        let targets = prose.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.1) }
        links += targets + prose.matches(of: #/\bsrc(?:set)?="([^"\s]+)/#).map { String($0.1) }
        source = targets.last { $0.hasSuffix(".swift") } ?? source
    }
}

extension MarkdownPage.Block {
    /// Expects the lines in the file that the page names above the block, and returns the path of the file. A line `// …`
    /// stands for omitted lines, and `root` leads from the page to this repository.
    func expectInNamedFile(root: String) throws -> String {
        let shown = lines.joined(separator: "\n")
        let path = try #require(source, "no file is named above\n\(shown)").replacing(root, with: "")
        let text = try Repository.text(of: path)
        let code = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(Excerpt(lines, mark: "// …", isWhole: false).isFound(in: code), "\(path) has no\n\(shown)")
        return path
    }
}
