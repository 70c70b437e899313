#if Server
import Foundation
import Synchronization
import UsecasesTestSupport

/// Commits that wait for standby servers, one at a time.
private final class Commits: Sendable {
    private let isUnderWay = Mutex(false)

    /// Commits on a separate thread, unless the previous commit is still waiting.
    func commit(to url: String) {
        let wasUnderWay = isUnderWay.withLock { isUnderWay in
            defer { isUnderWay = true }
            return isUnderWay
        }
        guard !wasUnderWay else { return }
        Thread.detachNewThread { [self] in
            _ = try? PostgreSQLClient(url).run("SELECT pg_logical_emit_message(true, 'test', '')")
            isUnderWay.withLock { $0 = false }
        }
    }
}

/// A separate, durable PostgreSQL server for one test. It can be stopped and started.
final class PostgreSQLCluster: Sendable {
    let url: String
    private let directory: String
    private let programs: String

    private init(url: String, directory: String, programs: String) {
        self.url = url
        self.directory = directory
        self.programs = programs
    }

    deinit {
        // Later writes of the server would remain in the directory.
        let stop = process(asServer([programs + "/pg_ctl", "stop", "--pgdata", data, "--mode", "immediate", "--wait"]))
        do {
            try stop.run()
            stop.waitUntilExit()
            try FileManager.default.removeItem(atPath: directory)
        } catch {
            print("left behind: \(directory): \(error)")
        }
    }

    static func make() async throws -> PostgreSQLCluster {
        guard let programs = ProcessInfo.processInfo.environment["POSTGRESQL_BIN"] else {
            throw PostgreSQLSandbox.NoCluster()
        }
        // The path is short, because the path of a socket has at most 107 bytes.
        let directory = "/tmp/calearning-pg." + UUID().uuidString.prefix(13)
        let cluster = PostgreSQLCluster(
            url: "postgres://postgres@/postgres?host=\(directory)", directory: directory, programs: programs)
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        if geteuid() == 0 { try await cluster.run("/bin/chown", "postgres:", directory) }
        try await cluster.runAsServer(
            programs + "/initdb", "--pgdata", cluster.data, "--username", "postgres", "--auth", "trust", "--no-sync",
            "--encoding", "UTF8", "--locale", "C.UTF-8")
        try await cluster.start()
        return cluster
    }

    func start() async throws {
        let options = "-c listen_addresses= -c unix_socket_directories=\(directory) -c max_connections=40"
        try await runAsServer(
            programs + "/pg_ctl", "start", "--pgdata", data, "--log", directory + "/log", "--options", options,
            "--wait")
    }

    func stop(_ mode: String = "fast") async throws {
        try await runAsServer(programs + "/pg_ctl", "stop", "--pgdata", data, "--mode", mode, "--wait")
    }

    /// Lets all following commits wait for a standby server that does not exist.
    func awaitNobody() async throws {
        let client = try client()
        try client.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try client.run("SELECT pg_reload_conf()")
        // The setting takes effect after a moment. The first commit that waits keeps waiting.
        let commits = Commits()
        try await eventually("a commit waits for the standby server") {
            commits.commit(to: url)
            return try !client.run("SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'").isEmpty
        }
    }

    func client() throws -> PostgreSQLClient { try PostgreSQLClient(url) }

    private var data: String { directory + "/data" }

    /// A command without the open files of this process and of other tests, because the server outlives the command.
    private static let withoutFiles = """
        ( for file in /dev/fd/*; do [ "${file##*/}" -le 2 ] || eval "exec ${file##*/}>&-"; done; exec "$@" )
        """

    /// Returns a command for another user if necessary, because the server refuses to run as root.
    private func asServer(_ command: [String]) -> [String] {
        geteuid() == 0 ? ["/usr/sbin/runuser", "-u", "postgres", "--"] + command : command
    }

    private func runAsServer(_ command: String...) async throws { try await run(asServer(command)) }

    private func run(_ command: String...) async throws { try await run(command) }

    private func process(_ command: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", Self.withoutFiles, "bash"] + command
        process.currentDirectoryURL = URL(filePath: "/")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }

    private func run(_ command: [String]) async throws {
        struct Failed: Error { let command: [String] }
        let process = process(command)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        guard process.terminationStatus == 0 else { throw Failed(command: command) }
    }
}
#endif
