import Foundation

/// A directory that only its owner can access.
enum PrivateDirectory {
    /// Creates the directory and any missing parents, with mode 0700; each is on disk on return.
    static func make(_ path: String) throws(PosixError) {
        guard try isMissing(path) else { return }
        guard let parent = path.parentDirectory else { throw PosixError("mkdir", path, code: ENOENT) }
        if try isMissing(parent) { try make(parent) }
        // Opened in advance: if the directory cannot be opened for flushing, nothing is created in it.
        let above = try FileDescriptor(parent, O_RDONLY | O_DIRECTORY)
        guard mkdir(path, 0o700) == 0 else {
            let error = PosixError("mkdir", path)
            // Another process may have created it in the meantime.
            let isMade = error.code == EEXIST ? try !isMissing(path) : false
            guard isMade else { throw error }
            return
        }
        try above.flush()
    }

    /// Throws if there is something else at the path: a file, or a dangling link.
    private static func isMissing(_ path: String) throws(PosixError) -> Bool {
        guard path.isName else { throw PosixError("stat", path, code: EILSEQ) }
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw PosixError("mkdir", path, code: ENOTDIR) }
            return false
        }
        let error = PosixError("stat", path)
        guard error.code == ENOENT else { throw error }
        guard lstat(path, &status) != 0 else { throw PosixError("follow the link", path, code: ENOENT) }
        return true
    }
}
