#if Server
import Foundation
import NIOCore

/// The service cannot listen on the address, or no longer can.
struct CannotListen: Error, CustomStringConvertible {
    let address: String
    let cause: any Error

    var description: String { "cannot listen on \(address): \(cause)" }

    var advice: String {
        switch (cause as? IOError)?.errnoCode {
        case EADDRINUSE:
            "Is another program listening there? Choose another address with --host and --port."
        default: "Look at the causes, and at the limits that the system sets; --host and --port choose another address."
        }
    }
}
#endif
