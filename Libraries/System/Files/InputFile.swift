public import Foundation
public import UsecasesEngine

/// Reads files that the user named. Only regular files up to a size limit are read.
public enum InputFile {
    /// The default limit in bytes. No file of this program is larger.
    public static let sizeLimit = 64 << 20

    /// The reason that a file was not read.
    public enum Flaw: Error, Hashable {
        /// The file is not a regular file, but for example a pipe or a directory.
        case irregular(path: String)
        /// The file has more than `limit` bytes.
        case tooLarge(path: String, limit: Int)
        /// Another user can change the content of the secret file.
        case untrusted(path: String, Hindrance)
        /// A system call failed with this error number.
        case unreadable(call: String, path: String, code: Int32)
    }

    /// Reads a file of at most `limit` bytes. Opening never blocks. Pipes, devices and directories are rejected. A
    /// secret file must belong to this user or root, as must a link to it, and no other user may write to it.
    public static func read(_ path: String, limit: Int = sizeLimit, isSecret: Bool = false) throws(Flaw) -> Data {
        let (data, hindrance): (Data?, Hindrance?)
        do throws(PosixError) {
            let file = try FileDescriptor(path, O_RDONLY)
            hindrance = isSecret ? distrust(try file.status(), of: path) : nil
            let isReadable = hindrance == nil ? try file.isRegular() : false
            data = isReadable ? try file.read(upTo: limit + 1) : nil
        } catch {
            throw .unreadable(call: error.call, path: error.path, code: error.code)
        }
        if let hindrance { throw .untrusted(path: path, hindrance) }
        guard let data else { throw .irregular(path: path) }
        guard data.count <= limit else { throw .tooLarge(path: path, limit: limit) }
        return data
    }

    /// Returns the reason to distrust the file with this status, or `nil`.
    private static func distrust(_ status: stat, of path: String) -> Hindrance? {
        var link = stat()
        let owners = [status.st_uid] + (lstat(path, &link) == 0 ? [link.st_uid] : [])
        guard owners.allSatisfy({ [geteuid(), 0].contains($0) }) else { return .foreignOwner }
        return status.st_mode & (S_IWGRP | S_IWOTH) == 0 ? nil : .openToOthers
    }
}

extension InputFile.Flaw: CustomStringConvertible {
    /// The path and the reason, in one line.
    public var description: String {
        switch self {
        case .irregular(let path), .tooLarge(let path, _), .untrusted(let path, _): "\(path): \(reason.text(in: .en))"
        case .unreadable(let call, let path, let code): "\(PosixError(call, path, code: code))"
        }
    }

    /// The reason without the path, for messages that already contain it.
    public var reason: Sentence {
        switch self {
        case .irregular: Sentence(en: "it is not a regular file", ja: "通常のファイルではありません")
        case .tooLarge(_, let limit): Sentence(en: "it has more than \(limit) bytes", ja: "\(limit)バイトを超えています")
        case .untrusted(_, .foreignOwner):
            Sentence(en: "it, or a link to it, belongs to another user", ja: "別のユーザーのファイルかリンクです")
        case .untrusted: Sentence(en: "other users may write to it", ja: "ほかのユーザーも書き込めます")
        case .unreadable(let call, let path, let code): Sentence(PosixError(call, path, code: code).words)
        }
    }
}

extension InputFile.Flaw: HinderedError {
    /// The condition that prevents reading. `nil` if the condition is not known.
    public var hindrance: Hindrance? {
        switch self {
        case .irregular: .irregularFile
        case .tooLarge: .tooLarge
        case .untrusted(_, let hindrance): hindrance
        case .unreadable(let call, let path, let code): PosixError(call, path, code: code).hindrance
        }
    }
}

extension Collection<UInt8> {
    /// The bytes without a UTF-8 byte order mark at their beginning. Some editors and shells write one.
    public var withoutByteOrderMark: SubSequence { dropFirst(starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0) }
}

/// Performs the body. Throws `unwritable` with the location for any of its errors.
package func withWriteErrors<Value>(
    at location: String, of content: StoreContent?, _ body: () throws -> Value
) throws(ErrorWrapper) -> Value {
    do {
        return try body()
    } catch {
        throw .system(error: .dataStore(.unwritable(location: location, content: content)), causedBy: error)
    }
}

extension ErrorWrapper {
    /// Returns `unreadable` for a file that cannot be read, and `damaged` for a file that is too large for this
    /// program.
    public init(_ flaw: InputFile.Flaw, of path: String, content: StoreContent) {
        let error: SystemErrors.DataStore =
            switch flaw {
            case .tooLarge: .damaged(location: path, content: content)
            case .irregular, .untrusted, .unreadable: .unreadable(location: path, content: content)
            }
        self = .system(error: .dataStore(error), causedBy: flaw)
    }
}
