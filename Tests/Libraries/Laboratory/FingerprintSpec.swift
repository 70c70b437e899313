import Testing
import UsecasesTesting

@testable import UsecasesLaboratory

@Suite struct 過去の指紋 {
    private static func fingerprint(_ choices: inout RandomChoices) -> Fingerprint {
        choices.list(0...3) { $0.number(in: UInt64(0)...(.max)) }.reduce(Fingerprint()) { $0.adding($1) }
    }

    @Test func 合わせた指紋は順序によらず_一部を取り替えられる() async {
        await forAll { choices in
            (Self.fingerprint(&choices), Self.fingerprint(&choices), Self.fingerprint(&choices))
        } holds: { one, two, three in
            try promise(one + two, is: two + one)
            try promise((one + two) + three, is: one + (two + three))
            try promise((one + two).replacing(two, by: three), is: one + three)
            try promise((one + two).replacing(two, by: two), is: one + two)
        }
    }

    @Test func 出来事とその順序で決まる() async {
        await forAll(1000) { choices in
            let numbers: [UInt64] = [0, 1, 2, .max, choices.number(in: 0...(.max))]
            return (Self.fingerprint(&choices), choices.one(of: numbers), choices.one(of: numbers))
        } holds: { past, one, two in
            try promise(past.adding(one) == past.adding(two), is: one == two)
            try promise(past.adding(one).adding(two) == past.adding(two).adding(one), is: one == two)
            try promise(past.adding(Fingerprint(one)) == past.adding(Fingerprint(two)), is: one == two)
            try promise(past.adding(one) != past, "an event changes it")
        }
    }
}
