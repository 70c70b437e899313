#if Server
import Foundation

#if canImport(Glibc)
import CMalloc
#endif

/// Memory that was freed, but that the process keeps for the next time.
enum FreeMemory {
    /// Gives it back to the system soon, once what is just ending has ended, and on another thread: it takes some
    /// milliseconds. Only the GNU library keeps it without end.
    static func giveBack() {
        #if canImport(Glibc)
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { _ = malloc_trim(0) }
        #endif
    }
}
#endif
