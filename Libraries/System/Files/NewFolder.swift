import Foundation

/// Makes a folder with all that is in it, or nothing: no crash and no power cut leaves a part of it in its place.
public enum NewFolder {
    /// Fills `draft`, a folder beside the place, and moves it there, where nothing may be but an empty folder. Throws an
    /// error whose hindrance is ``/Usecases/Hindrance/unconfirmed`` if the folder is there, and only its name cannot be
    /// flushed.
    public static func make(
        at place: String, as draft: String, isolation: isolated (any Actor)? = #isolation, fill: () async throws -> Void
    ) async throws {
        let directory = place.parentDirectory ?? "/"
        try PrivateDirectory.make(directory, mode: 0o777)
        // Opened in advance: if the directory cannot be opened for flushing, nothing is made in it.
        let above = try FileDescriptor(directory, O_RDONLY | O_DIRECTORY)
        do {
            try await fill()
            try flush(draft)
            guard rename(draft, place) == 0 else { throw PosixError("rename", place) }
        } catch {
            try? FileManager.default.removeItem(atPath: draft)
            throw error
        }
        do {
            try above.flush()
        } catch {
            throw UnconfirmedChange(causedBy: error)
        }
    }

    /// Returns when the files and folders in a folder are on disk.
    public static func flush(_ folder: String) throws {
        let entries = try FileManager.default.subpathsOfDirectory(atPath: folder)
        for path in entries.map({ folder + "/" + $0 }) + [folder] {
            var status = stat()
            guard lstat(path, &status) == 0 else { throw PosixError("stat", path) }
            guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { continue }
            try FileDescriptor(path, O_RDONLY).flush()
        }
    }
}
