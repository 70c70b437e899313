import Foundation
import UsecasesEngine
import UsecasesStorage
import UsecasesTesting

@testable import CalearningDomain
@testable import CalearningInfrastructure

extension FuzzTarget {
    /// Saving changes only the saved member of a store, or nothing.
    static let stores = FuzzTarget(
        name: "stores", sizeLimit: 8 << 10,
        check: .later { bytes in
            let file = try FuzzedDocument("store.json", bytes)
            let store = FileDataStore(
                directory: file.directory.path, product: Product.own.name, keys: DeviceMemory.keys.all,
                clock: FuzzClock())
            _ = try? await store.get(DeviceMemory.keys.udid)
            _ = try? await store.get(DeviceMemory.keys.installationKey)
            do throws(ErrorWrapper) {
                try await store.save(DeviceMemory.keys.hasCompletedTutorial.with(true))
            } catch {
                return try promise(try file.isUntouched, "what cannot be read is not written: \(error)")
            }
            try promise(
                try await store.get(DeviceMemory.keys.hasCompletedTutorial) == true, "what was saved is there")
            try file.checkOthers(than: ["format", "hasCompletedTutorial"])
        })

    /// A registration is added to a registry, or nothing is changed. Afterwards every reader gets the same
    /// registration.
    static let registries = FuzzTarget(
        name: "registries", sizeLimit: 8 << 10,
        check: .later { bytes in
            let file = try FuzzedDocument("registry.json", bytes)
            let registry = FileDeviceRegistry(directory: file.directory.path, clock: FuzzClock())
            guard let key = InstallationKey("key"), let udid = UDID("udid") else { return }
            _ = try? await registry.check()
            let recorded: Registration
            do throws(ErrorWrapper) {
                recorded = try await registry.record(Registration(key: key, kind: .terminal, udid: udid))
            } catch {
                // The check rewrites a file that it can read, even if one of its members is not a registration.
                return try file.isUntouched ? () : file.checkOthers(than: ["format"])
            }
            try promise(recorded.key == key, "a registration is that of its key")
            try promise(try await registry.registration(under: key) == recorded, "what was recorded is there")
            try file.checkOthers(than: ["format", "registrations"])
            try file.checkOthers(than: ["key"], in: "registrations")
        })

    /// An account is added with its session, or nothing is changed. Unreadable data is not written.
    static let accounts = FuzzTarget(
        name: "accounts", sizeLimit: 8 << 10,
        check: .later { bytes in
            let file = try FuzzedDocument("accounts.json", bytes)
            let clock = FuzzClock()
            let registry = FileAccountRegistry(directory: file.directory.path, clock: clock)
            guard let name = AccountName("ada"), let udid = UDID("udid"),
                let digest = TokenDigest(String(repeating: "0d", count: 32))
            else { return }
            let account = StoredAccount(
                account: Account(id: UUIDv7(at: clock.now, random: (1, 2)), name: name),
                passwordHash: PasswordHash("$scrypt$"))
            let session = StoredSession(
                session: Session(
                    id: UUIDv7(at: clock.now, random: (3, 4)), udid: udid, beganAt: clock.now, lastUsedAt: clock.now),
                account: account.account.id, digest: digest)
            let record: AccountRecord
            do throws(ErrorWrapper) {
                record = try await registry.record(account, under: nil, beginning: session)
            } catch {
                return try promise(try file.isUntouched, "what cannot be read is not written: \(error)")
            }
            if record == .recorded {
                try promise(try await registry.account(named: name) == account, "what was recorded is there")
                try promise(
                    try await registry.session(under: digest, at: clock.now)?.session == session.session,
                    "an account is recorded with a session")
            }
            try file.checkOthers(than: ["format", "accounts", "sessions", "tries"])
            try file.checkOthers(than: ["\(account.account.id)"], in: "accounts")
        })
}

/// A document of the program with arbitrary content, in its own directory.
private struct FuzzedDocument {
    let directory: TemporaryDirectory
    private let file: URL
    private let before: Data

    init(_ name: String, _ bytes: [UInt8]) throws {
        directory = try TemporaryDirectory()
        file = URL(filePath: directory.path + "/" + name)
        before = Data(bytes)
        try before.write(to: file)
    }

    var isUntouched: Bool {
        get throws { try Data(contentsOf: file) == before }
    }

    /// Checks that the members of an object are unchanged, except for the given ones.
    func checkOthers(than names: Set<String>, in member: String? = nil) throws {
        let (old, new) = (try members(of: before, member), try members(of: try Data(contentsOf: file), member))
        for (name, value) in old where !names.contains(name) {
            guard let kept = new[name] else { throw BrokenPromise("\(name) is kept") }
            try promise(isSame(value, kept), "\(name) is kept as it was: \(value), \(kept)")
        }
        try promise(Set(new.keys).subtracting(old.keys).isSubset(of: names), "nothing else is added")
    }

    /// The numbers `1e2` and `100` are equal.
    private func isSame(_ one: Any, _ other: Any) -> Bool {
        switch (one, other) {
        case (let one as [String: Any], let other as [String: Any]):
            one.count == other.count && one.allSatisfy { name, value in other[name].map { isSame(value, $0) } ?? false }
        case (let one as [Any], let other as [Any]):
            one.count == other.count && zip(one, other).allSatisfy { isSame($0, $1) }
        case (let one as NSNumber, let other as NSNumber): isSame(one.doubleValue, other.doubleValue)
        case (let one as String, let other as String): one.unicodeScalars.elementsEqual(other.unicodeScalars)
        default: (one as? NSObject) == (other as? NSObject)
        }
    }

    /// Foundation reads a number as a binary or a decimal fraction, depending on its spelling. The last digits may
    /// differ.
    private func isSame(_ one: Double, _ other: Double) -> Bool {
        abs(one - other) <= 1e-14 * max(abs(one), abs(other))
    }

    private func members(of data: Data, _ member: String?) throws -> [String: Any] {
        guard let document = try JSONSerialization.jsonObject(with: withoutMarks(data)) as? [String: Any] else {
            throw BrokenPromise("a document is an object")
        }
        guard let member else { return document }
        return document[member] as? [String: Any] ?? [:]
    }

    /// Replaces byte order marks within the text. `JSONSerialization` drops them from some names and strings, but the
    /// program's own reader keeps them.
    private func withoutMarks(_ data: Data) -> Data {
        let mark = Array("\u{FEFF}".utf8)
        var text = data.starts(with: mark) ? mark : []
        var rest = [UInt8](data).dropFirst(text.count)
        while let first = rest.first {
            var (length, written) = (1, [first])
            if rest.starts(with: mark) {
                (length, written) = (3, Array("\u{E000}".utf8))
            } else if first == UInt8(ascii: "\\") {
                // An escaped backslash does not begin another escape.
                length = 2
                written = Array(rest.prefix(2))
                if String(decoding: rest.prefix(6), as: UTF8.self).lowercased() == #"\ufeff"# {
                    (length, written) = (6, Array(#"\uE000"#.utf8))
                }
            }
            text += written
            rest = rest.dropFirst(length)
        }
        return Data(text)
    }
}
