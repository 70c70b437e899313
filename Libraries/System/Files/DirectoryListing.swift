import Foundation

/// Lists the contents of a directory.
package enum DirectoryListing {
    /// The names of the regular files in a directory, in no particular order. Links, pipes and other special files are
    /// skipped, and so are files whose names are not valid text.
    package static func regularFiles(in directory: String) throws(PosixError) -> [String] {
        guard let stream = opendir(directory) else { throw PosixError("opendir", directory) }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw PosixError("readdir", directory) }
                return names
            }
            // Read in place: an entry ends after its name, and copying the whole field would read past the buffer's
            // end.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                String(validatingCString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            }
            if let name, isRegular(directory + "/" + name) { names.append(name) }
        }
    }

    private static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
