#if Server
/// Names of requests that say nothing of other requests.
enum RequestID {
    /// 128 random bits in 32 hexadecimal digits.
    static func random() -> String {
        half() + half()
    }

    private static func half() -> String {
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
#endif
