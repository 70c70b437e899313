import Foundation
public import Usecases

/// A failed call of the operating system.
public struct PosixError: Error, Hashable, CustomStringConvertible {
    public let call: String
    public let path: String
    public let code: Int32

    /// Reads `errno`, so it must directly follow the failed call.
    public init(_ call: String, _ path: String) {
        self.init(call, path, code: errno)
    }

    public init(_ call: String, _ path: String, code: Int32) {
        self.call = call
        self.path = path
        self.code = code
    }

    /// The operating system's message for the error.
    var words: String { String(cString: strerror(code)) }

    public var description: String { "\(call) \(path): \(words) (errno \(code))" }
}

extension PosixError: HinderedError {
    public var hindrance: Hindrance? {
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
