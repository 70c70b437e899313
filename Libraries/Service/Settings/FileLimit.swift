#if Server
import Foundation

/// How many files and connections the process may have open.
enum FileLimit {
    /// Raises the soft limit to the hard limit, and returns the result.
    static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = raised.rlim_max
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}

#if canImport(Glibc)
private let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
private let resource = RLIMIT_NOFILE
#endif
#endif
