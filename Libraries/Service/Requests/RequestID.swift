#if Server
import Usecases

/// Identifiers of requests that say nothing about other requests.
enum RequestID {
    /// 128 random bits in 32 hexadecimal digits.
    static func next(_ randomSource: any RandomSource) -> String {
        let (high, low) = (randomSource.next(), randomSource.next())
        return String(unsafeUninitializedCapacity: 32) { text in
            for index in 0..<32 { text[index] = (index < 16 ? high : low).hexDigit(at: index % 16) }
            return 32
        }
    }
}
#endif
