import ArgumentParser
import Domain
import Foundation

extension CommonOptions {
    /// Fills in from the environment what no option says; throws a usage error that names the variable at fault.
    func settings(in environment: [String: String] = ProcessInfo.processInfo.environment) throws -> Settings {
        let environment = Environment(variables: environment)
        let timeout = try timeout ?? environment.value(of: "CALEARNING_TIMEOUT", allowed: .seconds)
        if let timeout, timeout.duration == .zero {
            throw ValidationError(.noTime)
        }
        let splash = try splash ?? environment.value(of: "CALEARNING_SPLASH", allowed: .seconds)
        return Settings(
            backend: try backend ?? environment.value(of: "CALEARNING_BACKEND", allowed: .backend) ?? .embedded,
            store: try store ?? environment.value(of: "CALEARNING_STORE") ?? .file,
            stateDirectory: try stateDirectory(in: environment),
            format: try format ?? environment.value(of: "CALEARNING_FORMAT") ?? .text,
            timeout: timeout?.duration ?? .seconds(8),
            splash: splash?.duration,
            isTraced: try trace || environment.isOn("CALEARNING_TRACE"),
            record: try recordingFile(in: environment),
            language: try language ?? environment.value(of: "CALEARNING_LANGUAGE") ?? environment.localeLanguage,
            authorities: try authorities(in: environment), systemAuthorities: environment["SSL_CERT_FILE"],
            services: services(in: environment))
    }

    private func services(in environment: Environment) -> Settings.Services {
        var services = Settings.Services()
        services.gitHub = environment["CALEARNING_GITHUB_URL"] ?? services.gitHub
        services.gitHubStatus = environment["CALEARNING_GITHUB_STATUS_URL"] ?? services.gitHubStatus
        services.movableType = environment["CALEARNING_MOVABLETYPE_URL"] ?? services.movableType
        services.gitHubToken = environment["CALEARNING_GITHUB_TOKEN"].map { Secret($0) }
        return services
    }

    private func authorities(in environment: Environment) throws -> String? {
        guard let named = caFile ?? environment["CALEARNING_CA_FILE"] else { return nil }
        try named.checkName(of: "--ca-file")
        return named
    }

    private func recordingFile(in environment: Environment) throws -> String? {
        guard let named = record ?? environment["CALEARNING_RECORD"] else { return nil }
        try named.checkName(of: "--record")
        var status = stat()
        // A link that leads nowhere is there, too.
        guard lstat(named, &status) != 0 else { throw ValidationError(.occupiedFile(named)) }
        return named
    }

    private func stateDirectory(in environment: Environment) throws -> String {
        if let named = stateDir ?? environment["CALEARNING_STATE_DIR"] {
            try named.checkName(of: "--state-dir")
            return named
        }
        let home = environment.stateHome
        try home.checkName(of: "HOME or XDG_STATE_HOME")
        return home + "/calearning"
    }
}
