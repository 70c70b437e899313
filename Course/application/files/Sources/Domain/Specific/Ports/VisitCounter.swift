/// Counts those who visit the library.
///
/// The operation throws `読み込みに失敗`, `書き込みに失敗` or `内容が壊れています`.
package protocol VisitCounter: Sendable {
    /// Counts one more, and returns how many there are then: 1 for the first.
    func count() async throws(ErrorWrapper) -> Int
}

struct UnprovidedVisitCounter: VisitCounter {
    func count() async throws(ErrorWrapper) -> Int {
        throw .system(error: .dependency(.未設定(port: "VisitCounter")))
    }
}
