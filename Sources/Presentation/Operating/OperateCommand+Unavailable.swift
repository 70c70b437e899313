#if !Server
import ArgumentParser
import CalearningDomain
import UsecasesEngine
import UsecasesService

struct OperateCommand: UnavailableCommand {
    typealias App = CompositionRoot

    static var configuration: CommandConfiguration {
        unavailable(
            "operate", usage: usage,
            purpose: Sentence(en: "Look after the accounts and the data of the service", ja: "サービスのアカウントとデータを管理する"))
    }

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var rest: [String] = []
}
#endif
