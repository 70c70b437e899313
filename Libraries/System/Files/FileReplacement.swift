public import Foundation

/// Replaces a file as a whole: a crash or a power cut leaves either the old content or the new one.
public enum FileReplacement {
    /// Writes a temporary file, flushes it, renames it over the old one and flushes the directory, which must exist.
    ///
    /// The file is for its owner only, or for all whom the mask of the process admits. Throws an error whose hindrance
    /// is ``/Usecases/Hindrance/unconfirmed`` if only the directory cannot be flushed.
    public static func replace(_ path: String, with data: Data, isPrivate: Bool) throws {
        // Opened in advance: if the directory cannot be opened for flushing, no change is made.
        let above = try FileDescriptor(path.parentDirectory ?? "/", O_RDONLY | O_DIRECTORY)
        let temporary = path + ".tmp"
        do {
            // One that was left behind may be open elsewhere.
            guard unlink(temporary) == 0 || errno == ENOENT else { throw PosixError("unlink", temporary) }
            let file = try FileDescriptor(
                temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: isPrivate ? 0o600 : 0o644)
            if isPrivate { try file.setMode(0o600) }
            try file.write(data)
            try file.flush()
            guard rename(temporary, path) == 0 else { throw PosixError("rename", path) }
        } catch {
            unlink(temporary)
            throw error
        }
        do {
            try above.flush()
        } catch {
            throw UnconfirmedChange(causedBy: error)
        }
    }
}
