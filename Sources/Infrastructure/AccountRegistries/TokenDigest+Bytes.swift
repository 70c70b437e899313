#if Server
import CalearningDomain
import Usecases

extension TokenDigest {
    /// The digest as it is kept: 32 bytes.
    var bytes: [UInt8] {
        let digits = Array(reveal().utf8)
        return stride(from: 0, to: digits.count, by: 2).map { value(of: digits[$0]) << 4 | value(of: digits[$0 + 1]) }
    }

    private func value(of digit: UInt8) -> UInt8 {
        digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
    }
}
#endif
