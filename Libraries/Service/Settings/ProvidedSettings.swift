#if Server
import Configuration
import UsecasesEngine

/// The settings that the providers of an application give. Each one comes from the first provider that has it.
struct ProvidedSettings {
    private struct NotString: Error, CustomStringConvertible {
        let description = "The value is not a string."
    }

    /// The values of each provider, in the notation of options.
    private(set) var places: [(name: String, values: [ServerSetting: String])] = []
    /// The settings whose values their providers mark as secret.
    private(set) var secrets: Set<ServerSetting> = []

    /// Asks the providers for the settings. Throws if a provider throws, or has a value that is not a string.
    init(of application: any ServiceApplication.Type, _ settings: [ServerSetting]) async throws(ServerFailure) {
        var asked = Sentence(en: "the providers of the settings", ja: "設定のプロバイダ")
        do {
            var missing = settings
            for provider in try await application.settingsProviders() {
                let name = provider.providerName
                var values: [ServerSetting: String] = [:]
                for setting in missing {
                    asked = Sentence(en: "\(setting.name) in \(name)", ja: "\(name) の \(setting.name)")
                    let key = AbsoluteConfigKey([setting.name])
                    guard let value = try await provider.fetchValue(forKey: key, type: .string).value else { continue }
                    guard case .string(let text) = value.content else { throw NotString() }
                    values[setting] = text
                    if value.isSecret { secrets.insert(setting) }
                }
                missing.removeAll { values[$0] != nil }
                places.append((name, values))
            }
        } catch {
            throw ServerFailure(asking: asked, cause: error)
        }
    }
}
#endif
