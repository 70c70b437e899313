import Foundation
import UsecasesTestSupport

/// A shell session on a page: commands behind `$ `, each with its output.
struct ShownSession {
    struct Exchange {
        let command: String
        /// The lines on the page. A line `…` stands for omitted lines.
        let shown: [String]
    }

    private static let separator = "\u{1E}"

    let exchanges: [Exchange]

    init(_ lines: [String]) {
        var exchanges: [Exchange] = []
        for line in lines {
            if line.hasPrefix("$ ") {
                exchanges.append(Exchange(command: String(line.dropFirst(2)), shown: []))
            } else if let last = exchanges.popLast() {
                exchanges.append(Exchange(command: last.command, shown: last.shown + [line]))
            }
        }
        self.exchanges = exchanges
    }

    /// Types all commands into one shell, in an empty directory and with the tested program in its path. Returns the
    /// commands whose output differs from the page. `port` replaces 8000.
    func differences(environment: [String: String] = [:], port: UInt16 = 8000) async throws -> [String] {
        let directory = TemporaryDirectory()
        var lines = ["exec 2>&1", "cd '\(directory.path)' || exit", #"PATH=${0%/*}:$PATH"#]
        for exchange in exchanges {
            lines.append(exchange.command.replacing("8000", with: "\(port)"))
            // Restores `$?` of the previous command.
            lines.append(#"status=$?; printf '\036'; (exit "$status")"#)
        }
        let script = lines.joined(separator: "\n")
        // Some shells other than Bash never return from `wait`, because Foundation starts processes with SIGCHLD
        // blocked.
        let shell = ["/bin/bash", "--posix", "-c", script]
        let state = ["CALEARNING_STATE_DIR": directory.path + "/state"]
        let result = try await ProgramProcess(
            [], environment: state.merging(environment) { $1 }, through: shell
        ).run()

        let written = result.output.replacing(":\(port)", with: ":8000").components(separatedBy: Self.separator)
        return exchanges.enumerated().compactMap { index, exchange in
            let output = index < written.count ? written[index] : "(the session had ended)"
            let excerpt = Excerpt(exchange.shown.map(Self.steady), mark: "…", isWhole: true)
            let isSo = excerpt.isFound(in: Self.lines(of: output).map(Self.steady))
            return isSo ? nil : "$ \(exchange.command)\n\(output)"
        }
    }

    private static func lines(of output: String) -> [String] {
        let lines = output.components(separatedBy: "\n")
        return lines.last == "" ? lines.dropLast() : lines
    }

    /// Returns the line without the parts that differ between runs and between platforms.
    private static func steady(_ line: String) -> String {
        line.replacing(#/\+\d+ms/#, with: "+0ms")
            .replacing(#/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/#, with: "UUID")
            .replacing(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#, with: "TIME")
            .replacing(#/"microseconds":\d+/#, with: "DURATION")
            .replacing(#/← (?:libcurl \d+|URLError -\d+|[A-Z]\w+):?.*/#, with: "← LIBRARY")
    }
}
