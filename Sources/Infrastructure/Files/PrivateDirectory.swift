import Foundation

/// A directory for its owner alone.
enum PrivateDirectory {
    /// Makes it, and those above it that are missing, with mode 0700; each is on disk when this returns.
    static func make(_ path: String) throws(PosixError) {
        let parent = (path as NSString).deletingLastPathComponent
        if mkdir(path, 0o700) == 0 {
            return try FileDescriptor(parent.isEmpty ? "." : parent, O_RDONLY | O_DIRECTORY).flush()
        }
        let error = PosixError("mkdir", path)
        guard error.code != EEXIST else { return }
        guard error.code == ENOENT, parent != path, !parent.isEmpty else { throw error }
        try make(parent)
        try make(path)
    }
}
