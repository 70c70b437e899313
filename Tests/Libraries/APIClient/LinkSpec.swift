import HTTPTypes
import Testing
import UsecasesAPIClient

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct リンクのヘッダ {
    private func next(_ text: String) -> String? { ([HTTPField.Name.link: text] as HTTPFields).link(to: "next") }

    @Test(arguments: [
        (#"</a>; rel="next""#, "/a"), (#"</a>;rel=next"#, "/a"),
        (#"</a>; rel="prev", </b>; title="<c>"; rel="Next x""#, "/b"),
        (#"</a>; rel="prev""#, nil), ("/a; rel=next", nil), ("<</a>; rel=next", "/a"), ("", nil),
    ])
    func 関係で選ばれる(text: String, expected: String?) {
        #expect(next(text) == expected)
    }

    /// A search that started over at each character would take minutes.
    @Test(arguments: ["<", "<a", "<a>;", #"<a>; b="c\"#, "<a> ; ; ", "\u{3C}\t"])
    func どれほど長くても一度に読む(piece: String) {
        #expect(next(String(repeating: piece, count: 200_000 / piece.count)) == nil)
    }
}
