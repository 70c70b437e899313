#if Server
/// Names of requests that say nothing of other requests.
enum RequestID {
    /// 64 random bits in 16 hexadecimal digits.
    static func random() -> String {
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
#endif
