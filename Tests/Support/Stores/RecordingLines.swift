import Foundation
import Synchronization
import Usecases
import UsecasesStorage

/// A recording in memory.
final class RecordingLines: Sendable {
    private let lines = Mutex(Data())

    var data: Data { lines.withLock { $0 } }

    var tap: RecordingTap {
        RecordingTap { (data: Data) throws(ErrorWrapper) in self.lines.withLock { $0 += data } }
    }
}
