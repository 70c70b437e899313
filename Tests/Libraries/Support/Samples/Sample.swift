package import UsecasesEngine
package import UsecasesTerminal

package enum Sample: TerminalApplication {
    package static let product = Product.sample
    package static let abstract = Sentence(en: "A club.", ja: "会。")
    package static let usecases: [any Usecase.Type] = [Enrol.self, FinishGuide.self]
    package static let keys = Membership.keys

    package static func dependencies(for settings: Settings, _ options: NoOptions) -> Dependencies {
        var dependencies = settings.dependencies(remembering: keys)
        dependencies.office.adapter = StubOffice()
        return dependencies
    }
}
