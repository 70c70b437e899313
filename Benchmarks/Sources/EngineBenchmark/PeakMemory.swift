#if canImport(Darwin)
import Darwin

private let unit = 1
#else
import Glibc

private let unit = 1024
#endif

/// The peak memory of this process, in bytes.
func peakMemory() -> Int {
    let thisProcess: CInt = 0  // RUSAGE_SELF, which each platform imports as another type
    var usage = rusage()
    getrusage(thisProcess, &usage)
    return usage.ru_maxrss * unit
}
