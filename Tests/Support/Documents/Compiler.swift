import Foundation
import UsecasesTestSupport

/// A compiler for code that must be invalid.
enum Compiler {
    /// Returns the error messages for code that imports the layers and the client of APIs.
    static func errors(in code: String) async throws -> [String] {
        let directory = TemporaryDirectory()
        let file = directory.path + "/main.swift"
        let imports = ["CalearningDomain", "CalearningInfrastructure", "UsecasesAPIClient"].map { "import \($0)\n" }
            .joined()
        try (imports + code + "\n").write(toFile: file, atomically: true, encoding: .utf8)
        let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/Modules"
        let maps = ["C/Crypto", "C/Curl"].flatMap { folder in
            ["-Xcc", "-fmodule-map-file=\(Repository.path(of: "Libraries/\(folder)/module.modulemap"))"]
        }
        let arguments =
            ["swiftc", "-typecheck", "-package-name", Repository.packageName, "-swift-version", "6", "-I", modules]
            + maps + ["-parse-as-library", file]
        let result = try await ProgramProcess(
            arguments, environment: ProcessInfo.processInfo.environment, program: "/usr/bin/env"
        ).run()
        return result.errors.matches(of: #/(?m)^.*: error: (.*)$/#).map { String($0.output.1) }
    }
}
