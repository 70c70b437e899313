import Foundation
import Logging
import UsecasesTesting

@testable import UsecasesTelemetry

extension FuzzTarget {
    /// Any text from a client is written as one log line of valid JSON, and decodes to the same text.
    static let logLines = FuzzTarget(
        name: "log-lines", sizeLimit: 4096,
        check: .now { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            var line = JSONLine()
            line.append("message", text)
            line.append("metadata", .dictionary(["k" + text: .array([.string(text)])]))
            let finished = line.finished()
            try promise(finished.utf8.last == 10 && finished.utf8.count { $0 < 0x20 } == 1, "a line is one line")
            try promise(
                !finished.unicodeScalars.dropLast().contains { $0.properties.generalCategory == .control }, "no control"
            )
            let read = try JSONSerialization.jsonObject(with: Data(finished.utf8)) as? [String: Any]
            let message = (read?["message"] as? String)?.withoutByteOrderMarks
            try promise(message == text.withoutByteOrderMarks, "a text is itself")
        })
}
