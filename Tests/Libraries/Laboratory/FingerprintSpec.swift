import Testing
import UsecasesEngine
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

@Suite struct 異なるものの数 {
    private func count(_ numbers: Range<UInt64>) -> DistinctCount {
        var count = DistinctCount()
        // Each number twice, the second time in the other direction.
        for number in Array(numbers) + numbers.reversed() { count.insert(Fingerprint(number)) }
        return count
    }

    @Test(arguments: [0, 1, DistinctCount.limit - 1, DistinctCount.limit]) func 上限までは正確に数える(number: Int) {
        let count = count(0..<UInt64(number))

        #expect(count.value == number && count.isExact)
    }

    @Test(arguments: [1, 2, 10]) func 上限を超えればおよその数になる(factor: Int) {
        let number = factor * DistinctCount.limit + 1
        let count = count(0..<UInt64(number))

        #expect(!count.isExact)
        // Five standard errors.
        #expect(abs(Double(count.value) / Double(number) - 1) < 0.025, "\(count.value) instead of \(number)")
    }

    @Test func 二つを合わせれば_一度に数えたのと同じ() async {
        await forAll(20) { choices in
            let limit = UInt64(DistinctCount.limit)
            return (choices.number(in: 0...limit), choices.number(in: 0...(limit * 2)))
        } holds: { middle, end in
            var (sum, reversed) = (count(0..<middle), count((middle / 2)..<max(middle, end)))
            let other = reversed
            reversed += sum
            sum += other
            try promise(sum, is: reversed)
            try promise(sum, is: count(0..<max(middle, end)))
        }
    }
}
