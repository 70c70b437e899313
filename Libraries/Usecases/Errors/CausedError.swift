/// An error that knows its cause, so that the whole chain can be reported.
package protocol CausedError: Error {
    var causedBy: (any Error)? { get }
}
