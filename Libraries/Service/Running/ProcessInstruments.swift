#if Server
import Foundation
import Metrics
import Synchronization
import UsecasesEngine

/// The metrics of the process, with the names of Prometheus's own libraries. On macOS, only the processor time, the
/// limit on files and the start are measured.
final class ProcessInstruments: Sendable {
    static let help = [
        "process_cpu_seconds_total": "Processor time of the process, in seconds.",
        "process_max_fds": "The limit on open files.",
        "process_open_fds": "Open files.",
        "process_resident_memory_bytes": "Memory of the process, in bytes.",
        "process_start_time_seconds": "When the service started, in seconds since 1970.",
    ]

    private let processorTime: FloatingPointCounter
    private let memory: Gauge
    private let files: Gauge
    /// The counted processor time, in seconds.
    private let counted = Mutex(0.0)

    init(metrics: any MetricsFactory, clock: any Clock) {
        processorTime = FloatingPointCounter(label: "process_cpu_seconds_total", factory: metrics)
        memory = Gauge(label: "process_resident_memory_bytes", factory: metrics)
        files = Gauge(label: "process_open_fds", factory: metrics)
        Gauge(label: "process_max_fds", factory: metrics).record(FileLimit.raise())
        Gauge(label: "process_start_time_seconds", factory: metrics)
            .record(Double(clock.now.milliseconds) / 1000)
    }

    func measure() {
        counted.withLock { counted in
            let now = Self.processorTime
            processorTime.increment(by: now - counted)
            counted = max(counted, now)
        }
        if let bytes = Self.residentMemory { memory.record(bytes) }
        if let count = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
            files.record(count)
        }
    }

    /// The processor time of all threads so far, in seconds.
    private static var processorTime: Double {
        var usage = rusage()
        getrusage(ownUsage, &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    /// The memory in bytes, or `nil` on a system without `/proc/self/statm`.
    private static var residentMemory: Int? {
        guard let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " "),
            pages.count > 1
        else { return nil }
        return Int(pages[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
    }
}

#if canImport(Glibc)
private let ownUsage = RUSAGE_SELF.rawValue
#else
private let ownUsage = RUSAGE_SELF
#endif
#endif
