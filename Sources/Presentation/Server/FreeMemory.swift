#if Server
import Foundation

#if canImport(Glibc)
import CMalloc
#endif

/// Memory that was freed, but that the process keeps for the next time.
enum FreeMemory {
    /// Gives it back to the system, on a thread of its own: it takes some milliseconds. Only the GNU library keeps it
    /// without end.
    static func giveBack() {
        #if canImport(Glibc)
        Thread.detachNewThread { _ = malloc_trim(0) }
        #endif
    }
}
#endif
