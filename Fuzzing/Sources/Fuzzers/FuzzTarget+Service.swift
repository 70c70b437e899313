import ArgumentParser
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import UsecasesEngine
import UsecasesTesting

@testable import CalearningDomain
@testable import UsecasesService
@testable import UsecasesTelemetry

extension FuzzTarget {
    /// Foundation reads a body like the service does, and the service reads a body that Foundation writes.
    static let bodies = FuzzTarget(
        name: "bodies", sizeLimit: 4096,
        check: .now { bytes in
            // The service rejects other bytes before it parses JSON.
            guard let text = String(validating: bytes, as: UTF8.self) else { return }
            let theirs = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
            do {
                let ours = try JSONReader.members(of: bytes)
                for member in ours.values {
                    try promise(bytes.indices.contains(member.startIndex), "a member is in the body")
                    try promise(!isSpace(member.first), "a member begins with its value")
                }
                guard !text.isBeyondFoundation else { return }
                guard let theirs else { throw BrokenPromise("what is read here is JSON for Foundation") }
                let names = Set(ours.keys.map { String(decoding: $0, as: UTF8.self).withoutByteOrderMarks })
                try promise(
                    names.isSuperset(of: theirs.keys.map(\.withoutByteOrderMarks)), "the names are those of Foundation")
            } catch let fault as JSONReader.Fault {
                try promise((0...bytes.count).contains(fault.position), "a fault is in the body")
            }
            guard let theirs, let written = try? JSONSerialization.data(withJSONObject: theirs) else { return }
            guard let read = try? JSONReader.members(of: Array(written)) else {
                throw BrokenPromise("what Foundation writes is read here: \(String(decoding: written, as: UTF8.self))")
            }
            try promise(read.count == theirs.count, "nothing that Foundation writes is lost")
        })

    private static func isSpace(_ byte: UInt8?) -> Bool {
        byte.map { [0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? false
    }

    /// A configuration file is read, or rejected with an explanation that reveals no password.
    static let configuration = FuzzTarget(
        name: "configuration", sizeLimit: 4096,
        check: .later { bytes in
            let directory = try TemporaryDirectory()
            let file = directory.path + "/c.json"
            try Data(bytes).write(to: URL(filePath: file))
            try await check(["CALEARNING_CONFIGURATION": file])
        })

    /// Environment variables are read, or rejected with an explanation that reveals no password. Each line holds one
    /// variable.
    static let environment = FuzzTarget(
        name: "environment", sizeLimit: 2048,
        check: .later { bytes in
            var variables: [String: String] = [:]
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                let name = line.prefix { $0 != "=" }
                // That variable would name a file of this machine.
                guard !name.isEmpty, name != "CALEARNING_CONFIGURATION", name != "CONFIGURATION" else { continue }
                variables["CALEARNING_\(name)"] = String(line.dropFirst(name.count + 1))
            }
            try await check(variables)
        })

    private static func check(_ variables: [String: String]) async throws {
        let settings: ServerSettings
        do {
            let environment = ["HOME": "/home/someone", "XDG_STATE_HOME": "/state"].merging(variables) { $1 }
            settings = try await ServerOptions<FuzzedProgram>.parse([]).settings(in: environment)
        } catch let error as ValidationError {
            try promise(!error.message.contains("hunter2"), "a password is told to nobody: \(error.message)")
            return try promise(!error.message.isEmpty, "what is wrong is told")
        }
        try promise((0...65535).contains(settings.port), "a port is one")
        for time in [settings.idleTimeout, settings.requestTimeout, settings.responseTimeout, settings.shutdownTimeout]
        {
            try promise(time > .zero && time <= .seconds(86_400), "a time is bounded")
        }
        try promise((1...100).contains(settings.databaseConnections), "connections are bounded")
        for rate in [settings.rateLimit, settings.passwordRateLimit].compactMap(\.self) {
            try promise(rate > 0 && rate.isFinite, "a rate is a number")
        }
        if settings.database.reveal().contains("hunter2") {
            try promise(
                !settings.summary(for: FuzzedProgram.self).contains("hunter2"),
                "a password is told to nobody: \(settings.summary(for: FuzzedProgram.self))")
        }
    }

    /// An address has the form that the system uses, and an untrusted proxy is ignored.
    ///
    /// The first line is the peer, the second the trusted proxies, and each further one a value of `X-Forwarded-For`.
    static let forwarded = FuzzTarget(
        name: "forwarded", sizeLimit: 512,
        check: .now { bytes in
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            let texts = (lines.dropFirst().first ?? "").split(separator: ",").map(String.init)
            let ranges = texts.compactMap { AddressRange($0) }
            let forwarded = lines.dropFirst(2).map(String.init)
            guard let peer = ClientAddress(String(lines.first ?? "")) else { return }
            try checkText(of: peer)

            let client = ClientAddress.client(behind: peer, forwarded: forwarded, trusting: ranges).client

            // The chain in order of arrival with the nearest address first, up to the first unreadable one.
            let chain =
                [peer]
                + forwarded.joined(separator: ",").split(separator: ",").reversed().map {
                    ClientAddress(forwarded: $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))[...].utf8)
                }.prefix { $0 != nil }.compactMap(\.self)
            let vouched = chain.prefix { address in ranges.contains { $0.contains(address) } }.count
            try promise(
                client == chain[min(vouched, chain.count - 1)], "the client is the first that nobody vouches for")
            try checkText(of: client)
            for text in texts {
                guard let range = AddressRange(text) else { continue }
                try promise(range.contains(client) == hasBits(of: text, client), "\(text) has all with its bits")
            }
        })

    private static func checkText(of address: ClientAddress) throws {
        guard let text = text(of: address) else { throw BrokenPromise("the system can write every address") }
        try promise(ClientAddress(text) == address, "\(text) is read as it is written")
        guard let whole = AddressRange(text) else { throw BrokenPromise("an address is a range") }
        try promise(whole.contains(address), "an address is in its own range")
        try promise(address.network.network == address.network, "a network is its own network")
    }

    private static func text(of address: ClientAddress) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = address.bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, address.bytes, &buffer, socklen_t(buffer.count)) != nil else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Compares bit by bit.
    private static func hasBits(of range: String, _ address: ClientAddress) -> Bool {
        let parts = range.split(separator: "/")
        guard let start = ClientAddress(String(parts[0])), start.bytes.count == address.bytes.count else {
            return false
        }
        let length = parts.count > 1 ? Int(parts[1]) ?? 0 : start.bytes.count * 8
        return (0..<length).allSatisfy { bit in
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            return start.bytes[bit / 8] & mask == address.bytes[bit / 8] & mask
        }
    }

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

    /// A body is read, or rejected with a client error status and a text of bounded length.
    static let requests = FuzzTarget(
        name: "requests", sizeLimit: 20_000,
        check: .later { bytes in
            let message = FuzzMessage(bytes)
            var head = HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/udids")
            for (name, value) in message.fields {
                guard let name = HTTPField.Name(name) else { continue }
                head.headerFields.append(HTTPField(name: name, value: value))
            }
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: message.body)))
            do {
                let body = try await JSONRequest(request)
                try promise(message.body.count <= HTTPConnections.bodyLimit, "a body has its limit")
                if let text = body[RegistrationBody.CodingKeys.kind], let number = JSONInteger(text) {
                    try promise(number.value.magnitude < 1_000_000_000, "a number has nine digits")
                }
                _ = try body.text(RegistrationBody.CodingKeys.kind)
            } catch let refusal as Refusal {
                try promise((400..<500).contains(refusal.status.code), "the fault is the client's")
                try promise(JSONBody.text(of: refusal.response).readableBytes < 500, "a refusal is short")
            }
        })
}

extension String {
    /// The bytes of the text without byte order marks, because Foundation drops them at the beginning of a string.
    var withoutByteOrderMarks: [UInt8] {
        Array(String(UnicodeScalarView(unicodeScalars.filter { $0 != "\u{FEFF}" })).utf8)
    }

    /// Whether the text may contain a number that Foundation cannot represent, or an unpaired surrogate.
    fileprivate var isBeyondFoundation: Bool {
        contains(#/(?i)[0-9]e|[0-9]{30}|\\ud[89a-f]/#)
    }
}
