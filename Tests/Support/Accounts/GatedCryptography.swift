import Dispatch
import Foundation
import Synchronization
import UsecasesSystem
import UsecasesTestSupport

/// A library that records each call of scrypt and, if it is closed, holds it until the spec releases it. It returns the
/// hash of the real library with the cheapest parameters.
final class GatedCryptography: CryptographicLibrary {
    struct Call: Sendable, Equatable {
        let password: String
        let salt: [UInt8]
        let parameters: ScryptParameters
        /// The nice value of the thread.
        let priority: Int32
    }

    private let isOpen: Bool
    private let gate = DispatchSemaphore(value: 0)
    private let noted = Mutex<[Call]>([])

    init(isOpen: Bool = false) { self.isOpen = isOpen }

    var calls: [Call] { noted.withLock { $0 } }

    private let library: any CryptographicLibrary = OpenSSLLibrary()

    /// Releases the given number of calls, including future ones.
    func letThrough(_ count: Int) {
        for _ in 0..<count { gate.signal() }
    }

    func scrypt(
        _ password: [UInt8], salt: [UInt8], _ parameters: ScryptParameters
    ) throws(LibraryUnavailable) -> [UInt8] {
        noted.withLock {
            $0.append(
                Call(
                    password: String(decoding: password, as: UTF8.self), salt: salt, parameters: parameters,
                    priority: threadPriority()))
        }
        if !isOpen { gate.wait() }
        return try library.scrypt(password, salt: salt, .fixture())
    }

    func sha256(_ message: [UInt8]) throws(LibraryUnavailable) -> [UInt8] {
        try library.sha256(message)
    }

    func areEqual(_ first: [UInt8], _ second: [UInt8]) throws(LibraryUnavailable) -> Bool {
        try library.areEqual(first, second)
    }

    func hmacSHA1(_ message: [UInt8], key: [UInt8]) throws(LibraryUnavailable) -> [UInt8] {
        try library.hmacSHA1(message, key: key)
    }

    func seal(
        _ message: [UInt8], key: [UInt8], authenticating data: [UInt8]
    ) throws(LibraryUnavailable) -> [UInt8] {
        try library.seal(message, key: key, authenticating: data)
    }

    func open(
        _ sealed: [UInt8], key: [UInt8], authenticating data: [UInt8]
    ) throws(LibraryUnavailable) -> [UInt8]? {
        try library.open(sealed, key: key, authenticating: data)
    }
}

struct NoCryptography: CryptographicLibrary {
    private let error = LibraryUnavailable(reason: "it is not installed")

    func scrypt(
        _ password: [UInt8], salt: [UInt8], _ parameters: ScryptParameters
    ) throws(LibraryUnavailable) -> [UInt8] { throw error }

    func sha256(_ message: [UInt8]) throws(LibraryUnavailable) -> [UInt8] { throw error }

    func areEqual(_ first: [UInt8], _ second: [UInt8]) throws(LibraryUnavailable) -> Bool { throw error }

    func hmacSHA1(_ message: [UInt8], key: [UInt8]) throws(LibraryUnavailable) -> [UInt8] { throw error }

    func seal(
        _ message: [UInt8], key: [UInt8], authenticating data: [UInt8]
    ) throws(LibraryUnavailable) -> [UInt8] { throw error }

    func open(
        _ sealed: [UInt8], key: [UInt8], authenticating data: [UInt8]
    ) throws(LibraryUnavailable) -> [UInt8]? { throw error }
}

#if !canImport(Darwin)
func threadPriority() -> Int32 { getpriority(Int32(PRIO_PROCESS.rawValue), 0) }
#else
func threadPriority() -> Int32 { 0 }
#endif
