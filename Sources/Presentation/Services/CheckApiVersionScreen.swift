import CalearningApplication
package import CalearningDomain
import UsecasesEngine
package import UsecasesTerminal

extension CheckApiVersion: PagedUsecase {
    static let isSafe = true

    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .refusedByServer: [
            Sentence(en: "the server has a version that is not supported", ja: "サーバのバージョンに対応していない")
        ]
    ]

    static func show(_ scenario: Scenario<CheckApiVersion>) -> Screen {
        switch scenario.goal {
        case .対応しているバージョンの場合_アプリはバージョンを表示(let version), .対応していないバージョンの場合_アプリはバージョンを表示(let version):
            .version(version)
        }
    }
}

extension Screen {
    package static func version(_ version: Version) -> Screen {
        let number = "\(version.endpointVersion.rawValue) (\(version.apiVersion.rawValue))"
        let supported = APIVersion.supported.rawValue
        return .page(
            "version", Sentence(en: "API version \(number)", ja: "APIのバージョン \(number)"),
            [
                version.isSupported
                    ? Sentence(en: "This application supports it.", ja: "このアプリが対応しているバージョンです。")
                    : Sentence(
                        en: "This application supports version \(supported) alone.",
                        ja: "このアプリが対応しているのはバージョン\(supported)だけです。")
            ], exitStatus: version.isSupported ? .success : .refusedByServer)
    }
}
