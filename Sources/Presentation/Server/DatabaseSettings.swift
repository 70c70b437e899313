#if Server
import ArgumentParser
import CalearningDomain
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
    /// The path of a file with the address, or `nil` without one.
    package var file: String?
    /// The problem with the file, or `nil` without one.
    var fileProblem: Sentence?
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

    @Option(help: .setting(.databaseDirectory, of: .own))
    var stateDir: String?

    var typed: [ServerSetting: String?] {
        [
            .database: database, .databaseFile: databaseFile, .databaseConnections: databaseConnections,
            .forgetDevicesAfter: forgetDevicesAfter, .databaseDirectory: stateDir,
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
        let bytes: [UInt8]
        do {
            bytes = Array(try InputFile.read(file, limit: fileLimit, isSecret: true).withoutByteOrderMark)
        } catch {
            throw FileProblem(
                sentence: Sentence(
                    en: "database-file is '\(file)', which cannot be read: \(error.reason.text(in: .en)).",
                    ja: "database-fileの「\(file)」を読み込めません: \(error.reason.text(in: .ja))"))
        }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.contains(where: \.isNewline), let address = ServerDatabase(setting: text) else {
            throw FileProblem(
                sentence: Sentence(
                    en: "database-file is '\(file)', whose text must be what --database allows, in one line.",
                    ja: "database-fileの「\(file)」には、--database に指定できる値だけを1行で書いてください。"))
        }
        return address
    }

    struct FileProblem: Error {
        let sentence: Sentence
    }

    /// A remark on a file that every user can read, or `nil`.
    var fileRemark: Sentence? {
        guard let file else { return nil }
        let path = URL(filePath: file).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let permissions = attributes?[.posixPermissions] as? Int, permissions & 0o004 != 0 else { return nil }
        return Sentence(
            en: "all users can read the database-file \(file): take their permission away with chmod o-r",
            ja: "database-fileの \(file) をすべてのユーザーが読めます。chmod o-r で権限を外してください")
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
