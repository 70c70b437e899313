#if Server
import Foundation

/// The journal of systemd, into which the standard error of a service leads.
package enum SystemdJournal {
    /// Whether it receives what is written to the descriptor. `variable` is `JOURNAL_STREAM`: the numbers of the device
    /// and of the file, as systemd.exec(5) says. A program may inherit the variable although its output goes elsewhere.
    package static func receives(_ variable: String?, from descriptor: Int32 = STDERR_FILENO) -> Bool {
        var status = stat()
        guard let variable, fstat(descriptor, &status) == 0 else { return false }
        return variable == "\(status.st_dev):\(status.st_ino)"
    }
}
#endif
