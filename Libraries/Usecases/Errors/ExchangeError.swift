/// An error of an exchange with a server.
package protocol ExchangeError: CausedError {
    /// `nil` if nothing is known except that the exchange failed.
    var fault: ExchangeFault? { get }
}

extension ErrorWrapper {
    /// What is known of the failed exchange; `nil` if there was none.
    package var fault: ExchangeFault? { causes.lazy.compactMap { ($0 as? any ExchangeError)?.fault }.first }
}
