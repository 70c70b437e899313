import Foundation
package import Usecases
import UsecasesStorage
import UsecasesSystem

/// The data stores of browsers. Each browser is a device, and its identifier is a digest of its cookie.
///
/// Blocks its thread for short operations on files. Throws `読み込みに失敗` and `書き込みに失敗`.
package struct BrowserStorage: Sendable {
    /// The identifier of a browser, 64 hexadecimal digits.
    package struct ID: Sendable, Hashable {
        package let digits: String

        /// Creates an identifier from a digest of 32 bytes.
        package init(_ digest: [UInt8]) {
            digits = digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
    }

    private let directory: String
    private let product: Product
    private let keys: @Sendable () -> [any DeclaredKey]
    private let clock: any Clock

    /// Creates a storage with a folder for each browser in `directory`. `keys` are the keys of the application.
    package init(
        in directory: String, of product: Product, keys: @escaping @Sendable () -> [any DeclaredKey], clock: any Clock
    ) {
        self.directory = directory
        self.product = product
        self.keys = keys
        self.clock = clock
    }

    /// Returns the store of the browser, and notes that it is used. Returns `nil` for an unknown browser.
    package func use(_ browser: ID) -> (any DataStore)? {
        guard let folder = try? FileManager.default.destinationOfSymbolicLink(atPath: link(of: browser)),
            utimes(directory + "/" + folder, nil) == 0
        else { return nil }
        return store(in: folder)
    }

    /// Creates a store for a new browser.
    package func create(_ browser: ID, _ randomSource: any RandomSource) throws(ErrorWrapper) -> any DataStore {
        let folder = "\(Self.prefix)\(UUIDv7(clock: clock, randomSource: randomSource))"
        do {
            try PrivateDirectory.make(directory + "/" + folder)
            guard symlink(folder, link(of: browser)) == 0 else { throw PosixError("symlink", link(of: browser)) }
        } catch {
            throw unwritable(error)
        }
        return store(in: folder)
    }

    /// Links the store of a browser to its next cookie.
    package func rename(_ browser: ID, to next: ID) throws(ErrorWrapper) {
        guard Foundation.rename(link(of: browser), link(of: next)) == 0 else {
            throw unwritable(PosixError("rename", link(of: browser)))
        }
    }

    /// Removes the stores of browsers that were not used since the time. Returns the number of remaining stores.
    package func sweep(unusedSince time: Timestamp) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let stores = names.filter { $0.hasPrefix(Self.prefix) }
        let kept = stores.count { name in
            let path = directory + "/" + name
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            guard let used = attributes?[.modificationDate] as? Date else { return false }
            guard used.timeIntervalSince1970 * 1000 < Double(time.milliseconds) else { return true }
            return (try? FileManager.default.removeItem(atPath: path)) == nil
        }
        // Links to removed stores are useless.
        for name in names where !name.hasPrefix(Self.prefix) {
            let path = directory + "/" + name
            if access(path, F_OK) != 0, errno == ENOENT { unlink(path) }
        }
        return kept
    }

    private static let prefix = "store-"

    private func store(in folder: String) -> any DataStore {
        FileDataStore(directory: directory + "/" + folder, product: product.name, keys: keys(), clock: clock)
    }

    /// The path of the link to the store. The store itself keeps its path when its browser gets another cookie.
    private func link(of browser: ID) -> String { directory + "/" + browser.digits }

    private func unwritable(_ cause: any Error) -> ErrorWrapper {
        .system(error: .dataStore(.書き込みに失敗(location: directory, content: .state)), causedBy: cause)
    }
}
