#if Server
import ArgumentParser
package import CalearningDomain
import Foundation
package import UsecasesEngine
package import UsecasesService
import UsecasesSystem
import UsecasesTerminal

/// The settings of the service's database.
package struct DatabaseSettings: OwnServerSettings {
    package var address = ServerDatabase.sqlite("devices.sqlite")
    /// The maximum number of connections to a PostgreSQL database.
    package var connections = 4
    /// The number of days that a registered device is kept, or `nil` to keep it forever.
    package var deviceDays: Int?
    /// The time for which a deleted account can be kept by logging in. Zero deletes it at once. `nil` is seven days, if the
    /// database has a queue of durable runs.
    package var deletionGrace: Duration?
    /// The path of a file with the address, or `nil` without one.
    package var file: String?
    /// The path of a file with the key of second factors, or `nil` without one.
    package var secondFactorKeyFile: String?
    /// The key in that file.
    package var secondFactorKey: VaultKey?
    /// The problem with the file of the address, or `nil` without one.
    var fileProblem: Sentence?
    /// The problem with the file of the key, or `nil` without one. Operators need no key.
    var keyProblem: Sentence?
    /// The directory of a database whose address does not name one.
    var directory: String?

    package init() {}
}

extension ServerSettings {
    var ofDatabase: DatabaseSettings {
        get { self[DatabaseSettings.self] }
        set { self[DatabaseSettings.self] = newValue }
    }

    package var database: ServerDatabase {
        get { ofDatabase.address }
        set { ofDatabase.address = newValue }
    }

    /// Creates settings with this database and default values.
    package init(database: ServerDatabase) {
        self.init()
        self.database = database
    }
}

/// The unchecked database options of `serve`.
struct DatabaseOptions: ServiceOptions {
    @Option(help: .setting(.database, of: .own))
    var database: String?

    @Option(help: .setting(.databaseFile, of: .own))
    var databaseFile: String?

    @Option(help: .setting(.databaseConnections, of: .own))
    var databaseConnections: String?

    @Option(help: .setting(.forgetDevicesAfter, of: .own))
    var forgetDevicesAfter: String?

    @Option(help: .setting(.deletionGrace, of: .own))
    var deletionGrace: String?

    @Option(help: .setting(.secondFactorKey, of: .own))
    var secondFactorKey: String?

    @Option(help: .setting(.databaseDirectory, of: .own))
    var stateDir: String?

    var typed: [ServerSetting: String?] {
        [
            .database: database, .databaseFile: databaseFile, .databaseConnections: databaseConnections,
            .forgetDevicesAfter: forgetDevicesAfter, .deletionGrace: deletionGrace, .secondFactorKey: secondFactorKey,
            .databaseDirectory: stateDir,
        ]
    }
}

extension ServerSetting {
    static let database = Self(
        "database", \.database, .database, isSecret: true,
        otherwise: Sentence(en: "devices.sqlite in the state directory", ja: "状態ディレクトリの中のdevices.sqlite"),
        en: "Where registrations and accounts are kept.", ja: "登録とアカウントの保存先。")

    static let databaseFile = Self(
        "database-file", \.ofDatabase.file,
        .path(Sentence(en: "the path of a file", ja: "ファイルのパス"), valueName: "file"),
        en: "A file that contains only the value of --database, to keep it secret.",
        ja: "--database の値だけを書いたファイル。値を秘密にできる。")

    static let databaseConnections = Self(
        "database-connections", \.ofDatabase.connections, .integer(in: 1...100, valueName: "1-100"),
        en: "How many connections to PostgreSQL are kept.", ja: "PostgreSQLとの間に保つ接続の数。")

    static let forgetDevicesAfter = Self(
        "forget-devices-after", \.ofDatabase.deviceDays, .optionalInteger(in: 1...3650, valueName: "days"),
        otherwise: Sentence(en: "never", ja: "消さない"),
        en: "How many days after its registration a device is forgotten.",
        ja: "デバイスの登録を消すまでの日数。")

    static let deletionGrace = Self(
        "deletion-grace", \.ofDatabase.deletionGrace, .grace, otherwise: Sentence("7d"),
        en: "How long a deleted account can be kept by logging in. 0 deletes it at once.",
        ja: "アカウントの削除をログインで取り消せる時間。0ならすぐに消す。")

    static let secondFactorKey = Self(
        "second-factor-key", \.ofDatabase.secondFactorKeyFile,
        .path(Sentence(en: "the path of a file", ja: "ファイルのパス"), valueName: "file"),
        otherwise: Sentence(en: "no second factors", ja: "二つ目の要素を使えない"),
        en: "A file with the key of second factors, 64 hexadecimal digits.",
        ja: "二つ目の要素の鍵(64桁の16進数)を書いたファイル。")

    static let databaseDirectory = Self(
        "state-dir", \.ofDatabase.directory, .directory, otherwise: CommonOptions<CompositionRoot>.stateDirectory,
        en: "The directory of the database, unless --database names one.",
        ja: "--database がデータベースを指定しないときの、データベースのディレクトリ。")
}

extension SettingKind<ServerDatabase> {
    fileprivate static let database = Self(
        allowed: Sentence(
            en: "sqlite:FILE or the address of a PostgreSQL database, postgres://…",
            ja: "sqlite:ファイル か、PostgreSQLデータベースのアドレス postgres://… "),
        valueName: "sqlite:file|postgres://…", isDecisive: true, parse: { ServerDatabase(setting: $0) },
        text: { "\($0)" })
}

extension SettingKind<Duration?> {
    /// Zero, or a whole number with a unit, at most 90 days.
    fileprivate static let grace = Self(
        allowed: Sentence(
            en: "0, or a whole number with d, h, m or s, such as 7d, at most 90d",
            ja: "0か、d、h、m、sの付いた整数(例: 7d)で、90d以下"),
        valueName: "time", isDecisive: false,
        parse: { text in
            if text == "0" { return .zero }
            guard let duration = Duration(written: text) else { return nil }
            return duration
        },
        text: { duration in
            guard let duration else { return nil }
            let seconds = Int(duration / .seconds(1))
            let unit = Duration.units.first { seconds % $0.value == 0 }
            return seconds == 0 ? "0" : unit.map { "\(seconds / $0.value)\($0.key)" }
        })
}

extension SettingKind<String?> {
    /// The directory of the database. It is part of the database's path and is not shown separately.
    fileprivate static let directory = Self(
        allowed: Sentence(en: "the path of a directory", ja: "ディレクトリのパス"), valueName: "dir", isDecisive: true,
        parse: { $0 }, text: { _ in nil })
}

extension DatabaseSettings {
    /// The settings that decide which database is used.
    static let deciding: Set<ServerSetting> = [.database, .databaseFile, .databaseDirectory]
    /// The maximum size of the file in bytes.
    private static let fileLimit = 1 << 14

    /// Reads the address from the file. Throws the problem with the file, which never contains its text.
    static func address(in file: String) throws(FileProblem) -> ServerDatabase {
        try value(
            of: "database-file", in: file,
            allowed: Sentence(
                en: "must be what --database allows, in one line", ja: "--database に指定できる値だけを1行で書いてください")
        ) { ServerDatabase(setting: $0) }
    }

    /// Reads the key of second factors from the file, as ``address(in:)`` does.
    static func secondFactorKey(in file: String) throws(FileProblem) -> VaultKey {
        try value(
            of: "second-factor-key", in: file,
            allowed: Sentence(
                en: "must be 64 hexadecimal digits, such as `openssl rand -hex 32` prints",
                ja: "64桁の16進数だけを書いてください(`openssl rand -hex 32`の出力など)")
        ) { VaultKey($0) }
    }

    private static func value<Value>(
        of setting: String, in file: String, allowed: Sentence, _ parse: (String) -> Value?
    ) throws(FileProblem) -> Value {
        let bytes: [UInt8]
        do {
            bytes = Array(try InputFile.read(file, limit: fileLimit, isSecret: true).withoutByteOrderMark)
        } catch {
            throw FileProblem(
                sentence: Sentence(
                    en: "\(setting) is '\(file)', which cannot be read: \(error.reason.text(in: .en)).",
                    ja: "\(setting)の「\(file)」を読み込めません: \(error.reason.text(in: .ja))"))
        }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.contains(where: \.isNewline), let value = parse(text) else {
            throw FileProblem(
                sentence: Sentence(
                    en: "\(setting) is '\(file)', whose text \(allowed.text(in: .en)).",
                    ja: "\(setting)の「\(file)」には、\(allowed.text(in: .ja))。"))
        }
        return value
    }

    struct FileProblem: Error {
        let sentence: Sentence
    }

    /// The remarks on files that every user can read.
    var fileRemarks: [Sentence] {
        [("database-file", file), ("second-factor-key", secondFactorKeyFile)].compactMap { setting, file in
            guard let file else { return nil }
            let path = URL(filePath: file).resolvingSymlinksInPath().path
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            guard let permissions = attributes?[.posixPermissions] as? Int, permissions & 0o004 != 0 else { return nil }
            return Sentence(
                en: "all users can read the \(setting) \(file): take their permission away with chmod o-r",
                ja: "\(setting)の \(file) をすべてのユーザーが読めます。chmod o-r で権限を外してください")
        }
    }
}

/// The database of the service.
package enum ServerDatabase: Sendable, Hashable {
    /// The path of the file.
    case sqlite(String)
    /// A connection string of libpq. It may contain a password.
    case postgreSQL(Secret)

    /// Returns `nil` if the text is neither form. SQLite's own names, `:memory:` and `file:` with parameters, are not
    /// files.
    init?(setting text: String) {
        if text.hasPrefix("sqlite:") {
            let path = String(text.dropFirst("sqlite:".count))
            let isSpecial = path.hasPrefix(":memory:") || path.lowercased().hasPrefix("file:")
            guard !path.isEmpty, !path.utf8.contains(0), !isSpecial else { return nil }
            self = .sqlite(path)
        } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgreSQL(Secret(text))
        } else {
            return nil
        }
    }
}

extension ServerDatabase: CustomStringConvertible {
    /// The address in the form of the option, but without secrets.
    package var description: String {
        switch self {
        case .sqlite(let path): "sqlite:\(path)"
        case .postgreSQL(let address): "postgres:\(address)"
        }
    }
}
#endif
