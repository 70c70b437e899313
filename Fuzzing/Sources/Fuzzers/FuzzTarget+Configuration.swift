import ArgumentParser
import Foundation
import Usecases
import UsecasesTesting

@testable import UsecasesService

extension FuzzTarget {
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
            settings = try ServerOptions<FuzzedProgram>.parse([]).settings(in: environment)
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
}
