#if Server
import CalearningDomain
import Foundation
package import UsecasesEngine
import UsecasesSystem

/// Inspects the files of a SQLite database from outside. It never opens the database, and creates or changes nothing.
package struct SQLitePlace: Sendable {
    private let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// The error for an intact database that a newer version of the program has migrated. A migration that is still
    /// only in the write-ahead log is not seen.
    package var failure: ErrorWrapper? {
        guard let header = header.flatMap({ SQLiteHeader($0) }), header.applicationID == SQLiteOpening.applicationID
        else { return nil }
        let known = SQLiteSchema.migrations.count
        guard !NewerSchema.isUsable(Int(header.userVersion), known: known) else { return nil }
        return SQLiteConnection.wrap(
            NewerSchema(version: Int(header.userVersion), known: known), writes: false, path)
    }

    /// Throws `unreadable` if there is no file.
    package func checkExists() throws(ErrorWrapper) {
        guard access(path, F_OK) != 0 else { return }
        throw SQLiteConnection.wrap(PosixError("open", path), writes: false, path)
    }

    /// A remark about the permissions of the files, for an operator.
    package var remark: Sentence? {
        let files = ["", "-wal", "-shm"].map { path + $0 }
        if let open = files.first(where: { Self.mode(of: $0) & 0o077 != 0 }) {
            return Sentence(
                en:
                    "other users may use \(open), which has hashes of passwords: take their permissions away with chmod 600",
                ja: "ほかのユーザーが \(open) を利用できます。パスワードのハッシュが入っているので、chmod 600 で権限を外してください")
        }
        let directory = path.parentDirectory ?? "/"
        guard Self.mode(of: directory) & 0o022 != 0 else { return nil }
        return Sentence(
            en:
                "other users may replace the database: take their permission to write away from the directory \(directory)",
            ja: "ほかのユーザーがデータベースを置き換えられます。ディレクトリ \(directory) に書き込む権限を外してください")
    }

    /// Returns the mode of the file, or 0 if the path does not exist.
    private static func mode(of path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : 0
    }

    private var header: [UInt8]? {
        let beginning = try? FileDescriptor(path, O_RDONLY | O_NONBLOCK).read(upTo: SQLiteHeader.size)
        return beginning.map { Array($0) }
    }

    /// The reason why this program cannot open or create a database there, or `nil` if no reason is found.
    package var problem: Sentence? {
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                return Sentence(en: "it is not a regular file", ja: "通常のファイルではありません")
            }
            return contentProblem ?? neighbourProblem
        }
        let code = errno
        guard code == ENOENT else { return Sentence(Self.words(code)) }
        guard lstat(path, &status) != 0 else {
            return Sentence(en: "it is a link that leads nowhere", ja: "行き先のないリンクです")
        }
        return problemOfMaking
    }

    /// A problem with the header of the main file. Newer content may be in the write-ahead log.
    private var contentProblem: Sentence? {
        let beginning: [UInt8]
        do throws(PosixError) {
            beginning = Array(try FileDescriptor(path, O_RDWR | O_NONBLOCK).read(upTo: SQLiteHeader.size + 8))
        } catch {
            return Sentence(Self.words(error.code))
        }
        if beginning.isEmpty { return nil }
        guard let header = SQLiteHeader(Array(beginning.prefix(SQLiteHeader.size))) else {
            return Sentence(
                en: "it is not a SQLite database; move it away, or restore it from a backup",
                ja: "SQLiteのデータベースではありません。別の場所に移すか、バックアップから戻してください")
        }
        let id = Int(header.applicationID)
        // Without tables, the first page is a leaf without cells.
        let page = Array(beginning.dropFirst(SQLiteHeader.size))
        let isWithoutTables = page.count >= 5 && page[0] == 0x0D && page[3] == 0 && page[4] == 0
        if id == SQLiteOpening.applicationID || id == 0 && (isWithoutTables || hasWriteAheadLog) { return nil }
        return Sentence(en: "it is a database of another program", ja: "別のプログラムのデータベースです")
    }

    private var hasWriteAheadLog: Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    /// A problem with the two files that SQLite keeps or creates next to the database.
    private var neighbourProblem: Sentence? {
        for neighbour in [path + "-wal", path + "-shm"] {
            guard access(neighbour, F_OK) == 0 else {
                if let problem = problemOfMaking { return problem }
                continue
            }
            if access(neighbour, R_OK | W_OK) != 0 { return Sentence("\(neighbour): \(Self.words(errno))") }
        }
        return nil
    }

    private var problemOfMaking: Sentence? { Self.problemOfMaking(in: path.parentDirectory ?? "/") }

    /// Tries to create a temporary file in the nearest existing directory. Does not report a full disk, because it may
    /// have space later.
    private static func problemOfMaking(in directory: String) -> Sentence? {
        var status = stat()
        guard stat(directory, &status) == 0 else {
            let code = errno
            guard code == ENOENT, lstat(directory, &status) != 0, let parent = directory.parentDirectory else {
                return Sentence("\(directory): \(words(code))")
            }
            return problemOfMaking(in: parent)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return Sentence(en: "\(directory) is not a directory", ja: "\(directory)はディレクトリではありません")
        }
        let attempt = directory + "/.\(Product.own.name)-\(UUID().uuidString)"
        do throws(PosixError) {
            _ = try FileDescriptor(attempt, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        } catch {
            return [ENOSPC, EDQUOT].contains(error.code)
                ? nil
                : Sentence(
                    en: "nothing can be made in \(directory): \(words(error.code))",
                    ja: "\(directory)には何も作れません: \(words(error.code))")
        }
        if unlink(attempt) == 0 { return nil }
        let reason = words(errno)
        return Sentence(en: "\(attempt) cannot be removed: \(reason)", ja: "\(attempt)を削除できません: \(reason)")
    }

    private static func words(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}
#endif
