#if Server
import Foundation
import Testing
import UsecasesService
import UsecasesTerminal
import UsecasesTestSupport

@testable import CalearningTestSupport

private final class NotifySocket {
    private let descriptor: Int32
    let path: String

    /// Creates the socket. `path` may be in the abstract namespace.
    init(_ path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8.map { $0 == UInt8(ascii: "@") ? 0 : $0 })
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        try #require(status == 0)
    }

    deinit { close(descriptor) }

    func messages() -> [String] {
        var messages: [String] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)), count > 0 {
            messages.append(String(decoding: buffer[..<count], as: UTF8.self))
        }
        return messages
    }
}

@Suite(.timeLimit(.minutes(2))) struct systemdへの知らせ {
    private let directory = TemporaryDirectory()

    @Test(arguments: ["", "@calearning-spec-"]) func 場所が名のときも隠れた名のときも届く(prefix: String) throws {
        let path = prefix.isEmpty ? directory.path + "/n" : prefix + UUID().uuidString
        let socket = try NotifySocket(path)
        let notifier = try #require(SystemdNotifier(Environment(variables: ["NOTIFY_SOCKET": path])))

        notifier.send("READY=1")
        notifier.send("WATCHDOG=1")

        #expect(socket.messages() == ["READY=1", "WATCHDOG=1"])
    }

    @Test(arguments: [
        [:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "relative"], ["WATCHDOG_USEC": "1000000"],
    ])
    func 待たれていなければ何も知らせない(variables: [String: String]) {
        #expect(SystemdNotifier(Environment(variables: variables)) == nil)
    }

    @Test(arguments: [("2000000", Duration.seconds(1)), (nil, nil), ("0", nil), ("-5", nil), ("x", nil)])
    func 生きている知らせは期限の半分ごと(microseconds: String?, interval: Duration?) throws {
        var variables = ["NOTIFY_SOCKET": "/run/n"]
        variables["WATCHDOG_USEC"] = microseconds
        let notifier = try #require(SystemdNotifier(Environment(variables: variables)))

        #expect(notifier.aliveInterval == interval)
    }

    @Test(arguments: ["/nowhere/n", "/" + String(repeating: "x", count: 200)])
    func 届かなくても続く(path: String) throws {
        try #require(SystemdNotifier(Environment(variables: ["NOTIFY_SOCKET": path]))).send("READY=1")
    }

    @Test func サービスは聞き始めたときと_生きている間と_止まるときに知らせる() async throws {
        let socket = try NotifySocket(directory.path + "/n")
        let service = try await ServeProcess(
            [], in: directory, environment: ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "20000"])
        var messages: [String] = []
        try await eventually("it is alive") {
            messages += socket.messages()
            return messages.count { $0 == "WATCHDOG=1" } > 2 && messages.contains("READY=1")
        }
        try await service.stop()
        messages += socket.messages()

        #expect(messages.count { $0 == "READY=1" } == 1)
        #expect(messages.count { $0 == "STOPPING=1" } == 1)
    }
}
#endif
