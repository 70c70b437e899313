#if Server
import Dispatch

#if canImport(Glibc)
import CMalloc
#endif

/// Memory that was freed, but that the process keeps for the next time.
enum FreeMemory {
    /// Gives it back to the system soon, once what is just ending has ended, and on another thread: it takes some
    /// milliseconds.
    static func giveBack() {
        DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: trim)
    }
}

// Only the GNU library keeps it without end.
#if canImport(Glibc)
private func trim() { _ = malloc_trim(0) }
#else
private func trim() {}
#endif
#endif
