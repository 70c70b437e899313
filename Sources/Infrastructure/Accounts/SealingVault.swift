package import CalearningDomain
package import UsecasesEngine
package import UsecasesSystem

/// A vault that seals with AES-256-GCM, and computes codes with HMAC-SHA-1.
///
/// The authenticated data of a sealed secret names its purpose and its account, so it is void anywhere else.
package struct SealingVault: CredentialVault {
    private let key: VaultKey?
    private let library: any CryptographicLibrary

    /// Creates a vault. Without a key, every operation says so.
    package init(key: VaultKey?, library: any CryptographicLibrary = OpenSSLLibrary()) {
        self.key = key
        self.library = library
    }

    package func seal(_ key: TimeCodeKey, of account: UUIDv7) async throws(ErrorWrapper) -> SealedSecret {
        try seal(key.bytes, for: Self.purpose(of: account))
    }

    package func step(
        of code: TimeCode, under key: SealedSecret, of account: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Int64? {
        guard let key = try open(key, for: Self.purpose(of: account)) else { throw Self.unreadable }
        let typed = Array(code.reveal().utf8)
        return try available { () throws(LibraryUnavailable) in
            // Every step is compared, so the time does not tell which one is right.
            var found: Int64?
            for step in TimeCodeRules.steps(at: now) {
                let mac = try library.hmacSHA1(TimeCodeRules.message(of: step), key: key)
                let isRight = try library.areEqual(Array(TimeCodeRules.code(in: mac).reveal().utf8), typed)
                if isRight { found = step }
            }
            return found
        }
    }

    package func ticket(
        for login: PendingLogin, of account: StoredAccount, from network: String
    ) async throws(ErrorWrapper) -> LoginTicket {
        let sealed = try seal(login.bytes, for: Self.purpose(of: account, from: network))
        return LoginTicket(name: account.account.name, sealed: sealed)
    }

    package func login(
        of ticket: LoginTicket, of account: StoredAccount, from network: String
    ) async throws(ErrorWrapper) -> PendingLogin? {
        try open(ticket.sealed, for: Self.purpose(of: account, from: network)).flatMap { PendingLogin($0) }
    }

    private func seal(_ bytes: [UInt8], for purpose: String) throws(ErrorWrapper) -> SealedSecret {
        let key = try present
        return try available { () throws(LibraryUnavailable) in
            let sealed = try library.seal(bytes, key: key.bytes, authenticating: Array(purpose.utf8))
            guard let secret = SealedSecret(sealed.hexadecimal) else {
                throw LibraryUnavailable(reason: "it seals \(bytes.count) bytes as \(sealed.count)")
            }
            return secret
        }
    }

    private func open(_ sealed: SealedSecret, for purpose: String) throws(ErrorWrapper) -> [UInt8]? {
        let key = try present
        guard let bytes = [UInt8](hexadecimal: sealed.reveal()) else { return nil }
        return try available { () throws(LibraryUnavailable) in
            try library.open(bytes, key: key.bytes, authenticating: Array(purpose.utf8))
        }
    }

    private var present: VaultKey {
        get throws(ErrorWrapper) {
            guard let key else { throw .system(error: .鍵がありません) }
            return key
        }
    }

    private func available<Value>(_ work: () throws(LibraryUnavailable) -> Value) throws(ErrorWrapper) -> Value {
        do throws(LibraryUnavailable) {
            return try work()
        } catch {
            throw .system(error: .ライブラリを使えません, causedBy: error)
        }
    }

    private static func purpose(of account: UUIDv7) -> String { "second factor of \(account)" }

    /// A new password has another hash, so it voids the tickets.
    private static func purpose(of account: StoredAccount, from network: String) -> String {
        "login of \(account.account.id) from \(network) with \(account.passwordHash.reveal())"
    }

    private static let unreadable = ErrorWrapper.system(
        error: .dataStore(.damaged(location: "second_factor", content: .database)), causedBy: UnreadableKey())
}

/// The error for the key of an account that another key of a vault has sealed.
private struct UnreadableKey: Error, CustomStringConvertible {
    var description: String { "the key of a second factor was sealed with another key than the service has now" }
}

extension SealingVault: TimeBounded {
    package func longest(_ operation: OperationName) -> Duration? { .zero }
}

/// A vault for dependencies that exist only in memory. It keeps the contract of its port, but protects nothing. The code
/// ``TimeCode/example`` is right at every time.
package struct PlainVault: CredentialVault {
    package init() {}

    package func seal(_ key: TimeCodeKey, of account: UUIDv7) throws(ErrorWrapper) -> SealedSecret {
        try sealed(Array(key.reveal().utf8))
    }

    package func step(of code: TimeCode, under key: SealedSecret, of account: UUIDv7, at now: Timestamp) -> Int64? {
        code == .example ? TimeCodeRules.step(at: now) : nil
    }

    package func ticket(
        for login: PendingLogin, of account: StoredAccount, from network: String
    ) throws(ErrorWrapper) -> LoginTicket {
        LoginTicket(name: account.account.name, sealed: try sealed(Self.mark(of: account, from: network) + login.bytes))
    }

    package func login(of ticket: LoginTicket, of account: StoredAccount, from network: String) -> PendingLogin? {
        guard let bytes = [UInt8](hexadecimal: ticket.sealed.reveal()) else { return nil }
        let mark = Self.mark(of: account, from: network)
        return bytes.starts(with: mark) ? PendingLogin(Array(bytes.dropFirst(mark.count))) : nil
    }

    private func sealed(_ bytes: [UInt8]) throws(ErrorWrapper) -> SealedSecret {
        guard let secret = SealedSecret(bytes.hexadecimal) else { throw .system(error: .ライブラリを使えません) }
        return secret
    }

    /// Returns 8 bytes that differ for most accounts, networks and passwords.
    private static func mark(of account: StoredAccount, from network: String) -> [UInt8] {
        let text = "\(account.account.id) \(network) \(account.passwordHash.reveal())"
        let sum = text.utf8.reduce(UInt64(5381)) { ($0 &* 33) ^ UInt64($1) }
        return withUnsafeBytes(of: sum.bigEndian) { Array($0) }
    }
}

extension PendingLogin {
    /// The fields as lines. None of them contains a line break.
    fileprivate var bytes: [UInt8] {
        let fields = [device.rawValue, "\(endsAt.milliseconds)", deviceName?.rawValue ?? ""]
        return Array(fields.joined(separator: "\n").utf8)
    }

    fileprivate init?(_ bytes: [UInt8]) {
        let fields = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard fields.count == 3, let device = UDID(fields[0]), let end = Int64(fields[1]) else { return nil }
        self.init(
            device: device, deviceName: DeviceName(fields[2]), endsAt: Timestamp(milliseconds: end))
    }
}
