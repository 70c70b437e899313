public import Foundation
public import UsecasesEngine

/// A directory that only its owner can access.
public enum PrivateDirectory {
    /// Creates the directory if it is missing. Throws if any user except this one and root can change its contents.
    public static func own(_ path: String) throws {
        try checkPlace(of: path)
        try make(path)
        try check(path)
    }

    /// Throws an ``UntrustedDirectory`` if another user owns the directory or can write to it. A missing path, or a
    /// path that is not a directory, is not an error here. With `isShared`, other users may write to the directory.
    public static func check(_ path: String, isShared: Bool = false) throws(UntrustedDirectory) {
        var status = stat()
        guard path.isName, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
        guard [geteuid(), 0].contains(status.st_uid) else {
            throw UntrustedDirectory(path: path, hindrance: .foreignOwner)
        }
        guard isShared || status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
            throw UntrustedDirectory(path: path, hindrance: .openToOthers)
        }
    }

    /// Checks the nearest existing parent of a missing directory. Its owner could replace new directories. In a shared
    /// sticky directory such as /tmp, only the owner of an entry can replace it.
    private static func checkPlace(of path: String) throws {
        guard try isMissing(path), let parent = path.parentDirectory else { return }
        guard try !isMissing(parent) else { return try checkPlace(of: parent) }
        var status = stat()
        let isOpen = stat(parent, &status) == 0 && status.st_mode & (S_IWOTH | S_ISVTX) == S_IWOTH
        try check(parent, isShared: !isOpen)
    }

    /// Creates the directory and any missing parents, with mode 0700 by default. All of them are on disk on return.
    public static func make(_ path: String, mode: mode_t = 0o700) throws(PosixError) {
        guard try isMissing(path) else { return }
        guard let parent = path.parentDirectory else { throw PosixError("mkdir", path, code: ENOENT) }
        if try isMissing(parent) { try make(parent, mode: mode) }
        // Opened first. If the directory cannot be opened for flushing, nothing is created in it.
        let above = try FileDescriptor(parent, O_RDONLY | O_DIRECTORY)
        guard mkdir(path, mode) == 0 else {
            let error = PosixError("mkdir", path)
            // Another process may have created the directory.
            let isMade = error.code == EEXIST ? try !isMissing(path) : false
            guard isMade else { throw error }
            return
        }
        try above.flush()
    }

    /// Returns whether the directory is missing. Throws if the path is a file or a dangling link.
    private static func isMissing(_ path: String) throws(PosixError) -> Bool {
        guard path.isName else { throw PosixError("stat", path, code: EILSEQ) }
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw PosixError("mkdir", path, code: ENOTDIR) }
            return false
        }
        let error = PosixError("stat", path)
        guard error.code == ENOENT else { throw error }
        guard lstat(path, &status) == 0 else { return true }
        guard status.st_mode & S_IFMT != S_IFLNK else { throw PosixError("follow the link", path, code: ENOENT) }
        // Another process has created the entry in the meantime.
        guard status.st_mode & S_IFMT == S_IFDIR else { throw PosixError("mkdir", path, code: ENOTDIR) }
        return false
    }
}

/// The error of a directory whose contents another user can change.
public struct UntrustedDirectory: HinderedError, CustomStringConvertible {
    let path: String
    /// `foreignOwner` or `openToOthers`, never `nil`.
    public let hindrance: Hindrance?

    /// The path and the reason, in one line.
    public var description: String {
        hindrance == .foreignOwner ? "\(path) belongs to another user" : "other users may write to \(path)"
    }
}
