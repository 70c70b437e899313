import Foundation
public import UsecasesEngine

/// The error of a system call.
public struct PosixError: Error, Hashable, CustomStringConvertible {
    /// The name of the failed call, such as `open`.
    public let call: String
    /// The path argument of the call.
    public let path: String
    /// The error number, such as `ENOENT`.
    public let code: Int32

    /// Creates an error with the value of `errno`. Must directly follow the failed call.
    public init(_ call: String, _ path: String) {
        self.init(call, path, code: errno)
    }

    /// `code` is an error number as in `errno`.
    public init(_ call: String, _ path: String, code: Int32) {
        self.call = call
        self.path = path
        self.code = code
    }

    /// The operating system's message for the error.
    var words: String { String(cString: strerror(code)) }

    /// The call, the path, the system's message and the error number, in one line.
    public var description: String { "\(call) \(path): \(words) (errno \(code))" }
}

extension PosixError: HinderedError {
    /// The condition of the error number. `nil` for all other error numbers.
    public var hindrance: Hindrance? {
        switch code {
        case ENOSPC, EDQUOT: .noSpace
        case EFBIG: .sizeLimit
        case ENOLCK: .noLocks
        case ENOSYS where call == "flock", EOPNOTSUPP where call == "flock": .noLocks
        case EACCES, EPERM: .noPermission
        case EROFS: .readOnly
        case EMFILE, ENFILE: .tooManyOpenFiles
        case ENOENT: .missing
        case ENOTDIR, ELOOP, ENAMETOOLONG, EISDIR, EINVAL, EILSEQ, ENXIO: .unusablePlace
        case EEXIST: .alreadyThere
        default: nil
        }
    }
}
