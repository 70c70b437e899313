/// An error that knows what caused it, so that the whole chain can be told.
package protocol CausedError: Error {
    var causedBy: (any Error)? { get }
}
