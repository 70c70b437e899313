#if Server
import Dispatch

#if canImport(Glibc)
import UsecasesCMalloc
#endif

/// Memory that was freed, but that the process keeps for reuse.
enum FreeMemory {
    /// Gives it back to the system soon, once the connections that are closing have closed, and on another thread: it
    /// takes some milliseconds.
    static func giveBack() {
        DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: trim)
    }
}

// Only the GNU C library keeps it indefinitely.
#if canImport(Glibc)
private func trim() { _ = malloc_trim(0) }
#else
private func trim() {}
#endif
#endif
