/// An error that knows its cause, so that the whole chain can be reported.
public protocol CausedError: Error {
    var causedBy: (any Error)? { get }
}
