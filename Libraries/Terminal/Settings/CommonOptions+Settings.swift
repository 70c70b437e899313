import ArgumentParser
import Foundation
import Usecases

extension CommonOptions {
    /// Takes from the environment what no option gives; throws a usage error that names an invalid variable.
    public func settings(in environment: Environment = .process) throws -> Settings {
        let given = GivenSettings<CommonSetting>(product: App.product, variables: environment.variables)
        let timeout = try timeout ?? given.value(of: .timeout, allowed: .seconds)
        if let timeout, timeout.duration == .zero {
            throw ValidationError(.noTime)
        }
        let splash = try splash ?? given.value(of: .splash, allowed: .seconds)
        return Settings(
            store: try store ?? given.value(of: .store) ?? .file,
            stateDirectory: try stateDirectory(given, in: environment),
            format: try format ?? given.value(of: .format) ?? .text,
            timeout: timeout?.duration ?? .seconds(8),
            splash: splash?.duration,
            isTraced: try trace || given.isOn(.trace),
            record: try recordingFile(given),
            language: try language ?? given.language,
            authorities: try authorities(given), systemAuthorities: environment["SSL_CERT_FILE"],
            allowsPlainHTTP: try allowPlainHTTP || given.isOn(.allowPlainHTTP),
            product: App.product, variables: Self.ownVariables(among: environment.variables))
    }

    /// The variables of this program that are those of no common setting.
    private static func ownVariables(among variables: [String: String]) -> [String: Secret] {
        let common = Set(CommonSetting.allCases.map { $0.variable(of: App.product) })
        return variables.filter { name, text in
            name.hasPrefix(App.product.variablePrefix) && !text.isEmpty && !common.contains(name)
        }.mapValues { Secret($0) }
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
        return environment.stateDirectory(of: App.product)
    }
}
