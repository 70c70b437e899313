import Foundation

/// The name of this machine.
package enum HostName {
    /// The name, or `nil` if the system does not tell it. The one of `ProcessInfo` would ask the network on macOS.
    package static var current: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
