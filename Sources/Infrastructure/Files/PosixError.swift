import Foundation

/// A call of the operating system that failed.
struct PosixError: Error, Hashable, CustomStringConvertible {
    let call: String
    let path: String
    let code: Int32

    /// Takes `errno` as it is; nothing may come between the call and this.
    init(_ call: String, _ path: String) {
        code = errno
        self.call = call
        self.path = path
    }

    var description: String {
        "\(call) \(path): \(String(cString: strerror(code))) (errno \(code))"
    }
}
