import Domain

/// All use cases. A line here gives a use case its command, its exploration, its page in the specification and its
/// place in the checks.
package enum Catalogue {
    package static let usecases: [any Catalogued] = [
        CatalogueEntry(Boot.self, .command("boot"), from: Boot.initial),
        CatalogueEntry(CompleteTutorial.self, .command("tutorial --complete"), from: CompleteTutorial.initial),
        CatalogueEntry(Reset.self, .command("reset"), from: Reset.initial),
        CatalogueEntry(ReadZen.self, .command("zen"), from: ReadZen.initial),
        CatalogueEntry(LookUpGitHubUser.self, .command("user LOGIN"), from: LookUpGitHubUser.initial(login: .example)),
        CatalogueEntry(CheckServiceStatus.self, .command("status"), from: CheckServiceStatus.initial),
        CatalogueEntry(CheckApiVersion.self, .command("api-version"), from: CheckApiVersion.initial),
        CatalogueEntry(
            RegisterDevice.self, .request("POST /udids"),
            from: RegisterDevice.initial(kind: .terminal, key: nil),
            RegisterDevice.initial(kind: .terminal, key: .example)),
    ]
}
