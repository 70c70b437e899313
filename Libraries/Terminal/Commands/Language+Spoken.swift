import ArgumentParser
public import Usecases

extension Language {
    /// The language of help, of errors in the arguments, and of all that is said before the options are read.
    @TaskLocal public static var spoken = Language.en

    /// That of the option, the variable or the locale. What is wrong with any of them is found when the command is read.
    public static func spoken(with arguments: [String], in environment: Environment, by product: Product) -> Language {
        let given = GivenSettings<CommonSetting>(product: product, variables: environment.variables)
        return (try? LanguageOption.parse(arguments).language) ?? (try? given.language) ?? environment.localeLanguage
    }
}

/// The option of the language, with whatever else is there.
private struct LanguageOption: ParsableCommand {
    static let configuration = CommandConfiguration(helpNames: [])

    @Option var language: Language?
    @Argument(parsing: .allUnrecognized) var others: [String] = []
}
