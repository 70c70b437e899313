#if !Server
import ArgumentParser
import CalearningDomain
import Usecases
import UsecasesService

struct OperateCommand: UnavailableCommand {
    typealias App = CompositionRoot

    static var configuration: CommandConfiguration {
        unavailable(
            "operate", usage: "\(Product.own.name) operate backup <file> [<options>]",
            purpose: Sentence(en: "Look after the data of the service", ja: "サービスのデータを管理する"))
    }

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var rest: [String] = []
}
#endif
