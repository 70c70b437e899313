import Foundation

/// The log of the system, by `syslog(3)`. Without a daemon that receives it, lines are lost.
public enum SystemLog {
    /// Writes a line about security, at the priority `notice`, for administrators only. `program` is the name before the
    /// line.
    public static func write(_ line: String, of program: String) {
        program.withCString { name in
            openlog(name, LOG_PID, LOG_AUTHPRIV)
            // The name must last until the line is written.
            line.withCString { text in
                withVaList([OpaquePointer(text)]) { vsyslog(LOG_NOTICE | LOG_AUTHPRIV, "%s", $0) }
            }
            closelog()
        }
    }
}
