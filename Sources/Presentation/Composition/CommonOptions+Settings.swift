import ArgumentParser
import Domain
import Foundation

extension CommonOptions {
    /// Takes from the environment what no option gives; throws a usage error that names an invalid variable.
    func settings(in environment: Environment = .process) throws -> Settings {
        let given = GivenSettings<CommonSetting>(variables: environment.variables)
        let timeout = try timeout ?? given.value(of: .timeout, allowed: .seconds)
        if let timeout, timeout.duration == .zero {
            throw ValidationError(.noTime)
        }
        let splash = try splash ?? given.value(of: .splash, allowed: .seconds)
        return Settings(
            backend: try backend ?? given.value(of: .backend, allowed: .described(Self.backends)) ?? .embedded,
            store: try store ?? given.value(of: .store) ?? .file,
            stateDirectory: try stateDirectory(given, in: environment),
            format: try format ?? given.value(of: .format) ?? .text,
            timeout: timeout?.duration ?? .seconds(8),
            splash: splash?.duration,
            isTraced: try trace || given.isOn(.trace),
            record: try recordingFile(given),
            language: try language ?? given.language,
            authorities: try authorities(given), systemAuthorities: environment["SSL_CERT_FILE"],
            services: services(given))
    }

    /// What `--backend` may be.
    static let backends = Sentence(en: "embedded or the address of a service", ja: "embeddedまたはサービスのアドレス")

    private func services(_ given: GivenSettings<CommonSetting>) -> Settings.Services {
        var services = Settings.Services()
        services.gitHub = given.text(of: .gitHubURL) ?? services.gitHub
        services.gitHubStatus = given.text(of: .gitHubStatusURL) ?? services.gitHubStatus
        services.movableType = given.text(of: .movableTypeURL) ?? services.movableType
        services.gitHubToken = given.text(of: .gitHubToken).map { Secret($0) }
        return services
    }

    private func authorities(_ given: GivenSettings<CommonSetting>) throws -> String? {
        guard let named = caFile ?? given.text(of: .caFile) else { return nil }
        try named.checkName(of: CommonSetting.caFile.option)
        return named
    }

    private func recordingFile(_ given: GivenSettings<CommonSetting>) throws -> String? {
        guard let named = record ?? given.text(of: .record) else { return nil }
        try named.checkName(of: CommonSetting.record.option)
        var status = stat()
        // A dangling link counts as an existing file.
        guard lstat(named, &status) != 0 else { throw ValidationError(.occupiedFile(named)) }
        return named
    }

    private func stateDirectory(
        _ given: GivenSettings<CommonSetting>, in environment: Environment
    ) throws -> String {
        if let named = stateDir ?? given.text(of: .stateDir) {
            try named.checkName(of: CommonSetting.stateDir.option)
            return named
        }
        try environment.stateHome.checkName(of: "HOME or XDG_STATE_HOME")
        return environment.stateDirectory
    }
}
