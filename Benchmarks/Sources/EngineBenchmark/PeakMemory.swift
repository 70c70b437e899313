#if canImport(Darwin)
import Darwin

private let unit = 1
#else
import Glibc

private let unit = 1024
#endif

/// Returns the peak memory of this process, in bytes.
func peakMemory() -> Int {
    let thisProcess: CInt = 0  // RUSAGE_SELF, whose imported type differs between platforms
    var usage = rusage()
    getrusage(thisProcess, &usage)
    return usage.ru_maxrss * unit
}
