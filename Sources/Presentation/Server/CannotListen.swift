#if Server
/// The address cannot be listened on, or not any longer.
struct CannotListen: Error, CustomStringConvertible {
    let address: String
    let cause: any Error

    var description: String { "cannot listen on \(address): \(cause)" }
}
#endif
