import Testing
import Usecases
import UsecasesTesting
import UsecasesWeb

@Suite struct ブラウザの操作の値 {
    @Test func どの操作も書いて読めば元に戻る() async {
        await forAll(500) { choices -> BrowserAction in
            let index = choices.number(near: 0, Int.max - 200, within: 100)
            let other = choices.number(in: 0...100)
            return choices.one(of: [
                BrowserAction.key(index), .menu(index), .choice(index, key: other), .choice(other, key: index), .back,
                .submit,
            ])
        } holds: { action in
            // A page numbers from 0.
            guard !action.value.contains("-") else { return }
            try promise(BrowserAction(action.value), is: action)
        }
    }

    @Test func 読めるものはどれも_書かれるとおりに書いてある() async {
        await forAll(1500) { choices in
            choices.one(of: [
                choices.text(0...6, of: "kmc.0123456789-+ e"), choices.text(0...6),
                choices.one(of: ["k", "m", "c"]) + choices.text(0...30, of: "9.0"),
            ])
        } holds: { text in
            guard let action = BrowserAction(text) else { return }
            try promise(action.value, is: text)
        }
    }

    @Test(arguments: [
        "", "k", "m", "c", "c1", "k1.2", "m1.2", "c1.2.3", "c.", "c1.", "c.1", "k.", "K1", "back ", "Submit", "k１",
        "k99999999999999999999", "c1.99999999999999999999", "k1e3", "k 1", "leave", "m-1", "k-1", "c-1.0", "c0.-1",
        "k+1", "k01", "k0x1", "k1\u{0}", "k\u{301}1",
    ])
    func ほかの値は操作でない(text: String) {
        #expect(BrowserAction(text) == nil)
    }
}
