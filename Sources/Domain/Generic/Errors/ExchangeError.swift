/// An error of an exchange with a server.
package protocol ExchangeError: CausedError {
    /// `nil` where nothing more is known than that it failed.
    var fault: ExchangeFault? { get }
}

extension ErrorWrapper {
    /// What is known of the exchange that failed, if it was one.
    package var fault: ExchangeFault? { causes.lazy.compactMap { ($0 as? any ExchangeError)?.fault }.first }
}
