/// Somebody who knows where the books are.
///
/// The operation throws `ネットワーク接続不可` or the refusal of a server as a service error, and a system error of the API for any
/// other failure.
package protocol Librarian: Sendable {
    /// `nil` if there is no such book.
    func shelf(of title: String) async throws(ErrorWrapper) -> String?
}

struct UnprovidedLibrarian: Librarian {
    func shelf(of title: String) async throws(ErrorWrapper) -> String? {
        throw .system(error: .dependency(.未設定(port: "Librarian")))
    }
}
