import CalearningDomain
import Foundation
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningPresentation

@Suite struct パスワードの打ち方 {
    /// Foundation writes the text in the other normal forms.
    @Test func 同じ文字の違う打ち方は同じパスワードになる() async {
        await forAll { choices in
            choices.list(0...20) { $0.one(of: ["ﾊﾟ", "が", "é", "Å", "ｱ", "①", "ﬁ", "a", "２", "한", "𝐀"]) }.joined()
        } holds: { text in
            let password = Password(typed: text)

            try promise(Password(typed: password.reveal()), is: password)
            for form in [
                text.decomposedStringWithCanonicalMapping, text.precomposedStringWithCanonicalMapping,
                text.decomposedStringWithCompatibilityMapping, text.precomposedStringWithCompatibilityMapping,
            ] {
                try promise(Password(typed: form), is: password)
            }
        }
    }
}
