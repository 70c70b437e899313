#if Server
import Testing

@testable import CalearningTestSupport

@testable import CalearningPresentation
@testable import UsecasesService
@testable import UsecasesTerminal

private func integer(_ text: String) -> Int? {
    JSONInteger(Array(text.utf8)[...])?.value
}

@Suite struct JSONの整数 {
    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("11", 11), ("-11", -11), ("11.0", 11), ("1.1e1", 11), ("110E-1", 11),
            ("0.011e+3", 11),
            ("9999.000", 9999), ("0e999999999999999999999", 0), ("0.00", 0), ("999999999", 999_999_999),
            ("1e8", 100_000_000),
            ("100000000000e-9", 100),
        ] as [(String, Int)])
    func 書き方によらず整数を読む(text: String, expected: Int) {
        #expect(integer(text) == expected)
    }

    /// Most of them would be rounded to whole numbers with 53 bits of precision.
    @Test(arguments: [
        "1e-400", "9999.0000000000001", "11.00000000000000000000001", "0.5", "1e-1", "1.5", "1000000000", "1e9",
        "1e400",
        "1e99999999999999999999", "-1e-99999999999999999999", "0.1e-9223372036854775808", "true", "null", "\"11\"",
        "[11]",
        "{}", "", "-", "e1", "1e", "1e+", "1x", "1e1x",
    ])
    func 整数でないものと大きすぎるものは読まない(text: String) {
        #expect(integer(text) == nil)
    }
}
#endif
