import Domain
import Foundation

/// A call of the operating system that failed.
struct PosixError: Error, Hashable, CustomStringConvertible {
    let call: String
    let path: String
    let code: Int32

    /// Takes `errno` as it is; nothing may come between the call and this.
    init(_ call: String, _ path: String) {
        self.init(call, path, code: errno)
    }

    init(_ call: String, _ path: String, code: Int32) {
        self.call = call
        self.path = path
        self.code = code
    }

    /// What the operating system says of it.
    var words: String { String(cString: strerror(code)) }

    var description: String { "\(call) \(path): \(words) (errno \(code))" }
}

extension PosixError: HinderedError {
    var hindrance: Hindrance? {
        switch code {
        case ENOSPC, EDQUOT, EFBIG: .noSpace
        case EACCES, EPERM: .noPermission
        case EROFS: .readOnly
        case EMFILE, ENFILE: .tooManyOpenFiles
        case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, EISDIR, EINVAL, EILSEQ, ENXIO: .unusablePlace
        case EEXIST: .alreadyThere
        default: nil
        }
    }
}
