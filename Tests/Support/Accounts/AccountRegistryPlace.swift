import CalearningDomain
import Foundation

/// A place for the accounts of one test. Any number of servers can use it.
final class AccountRegistryPlace {
    struct Opened {
        let registry: any AccountRegistry
        var close: () throws -> Void = {}
    }

    let contents: () throws -> Data
    private let make: () throws -> Opened
    private var opened: [Opened] = []

    init(contents: @escaping () throws -> Data = { Data() }, make: @escaping () throws -> Opened) {
        self.contents = contents
        self.make = make
    }

    /// Returns the registry of an additional server.
    func open() throws -> any AccountRegistry {
        let opened = try make()
        self.opened.append(opened)
        return opened.registry
    }

    func close() throws {
        for opened in opened { try opened.close() }
        opened = []
    }
}
