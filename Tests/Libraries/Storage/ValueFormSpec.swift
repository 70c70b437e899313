import Testing
import UsecasesEngine
import UsecasesStorage

private enum Sample: Codable, Sendable {
    case none
    case one(Int)
    case two(Int, Int)
    case labelled(number: Int)
    case flag(Bool)
    case nested(Inner)

    enum Inner: Codable, Sendable { case known, other(String) }
}

@Suite struct 値の形 {
    private static let forms: [(Sample, ValueForm)] = [
        (.none, .tagged("none", nil)),
        (.one(1), .tagged("one", .other)),
        (.two(1, 2), .tagged("two", nil)),
        (.labelled(number: 1), .tagged("labelled", nil)),
        (.flag(true), .tagged("flag", .bool(true))),
        (.nested(.known), .tagged("nested", .tagged("known", nil))),
        // The form of a payload leaves out the payload's own payload.
        (.nested(.other("x")), .tagged("nested", .tagged("other", nil))),
    ]

    @Test(arguments: forms) private func 場合とその値から決まる(value: Sample, form: ValueForm) {
        #expect(ValueForm(encoding: value) == form)
    }

    @Test func 場合でない値は空か真偽かほかのもの() {
        #expect(ValueForm(encoding: Int?.none) == .null)
        #expect(ValueForm(encoding: false) == .bool(false))
        #expect(ValueForm(encoding: "text") == .other)
        #expect(ValueForm(encoding: [1]) == .other)
        #expect(ValueForm(encoding: ["a": 1]) == .other)
        #expect(ValueForm(encoding: ["a": ["b": 1], "c": ["d": 2]]) == .other)
    }
}
