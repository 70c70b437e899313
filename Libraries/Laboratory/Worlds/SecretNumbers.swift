import Synchronization
import Usecases

/// Numbers the secrets of a world in the order in which they are first printed.
final class SecretNumbers: SecretNumbering {
    private let known = Mutex<[String: [Secret]]>([:])

    func number(of secret: Secret, amongEach noun: String) -> Int {
        known.withLock { known in
            let others = known[noun, default: []]
            if let index = others.firstIndex(of: secret) { return index + 1 }
            known[noun] = others + [secret]
            return others.count + 1
        }
    }
}
