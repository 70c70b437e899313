package import Foundation
import Synchronization
import UsecasesEngine
package import UsecasesStorage

package final class RecordingLines: Sendable {
    private let lines = Mutex(Data())

    package init() {}

    package var data: Data { lines.withLock { $0 } }

    package var tap: RecordingTap {
        RecordingTap { (data: Data) throws(ErrorWrapper) in self.lines.withLock { $0 += data } }
    }
}
