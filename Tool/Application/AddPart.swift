import UsecasesEngine

/// ユースケース【アプリケーションに部品を加える】
enum AddPart: Usecase {
    enum Basics: SceneName {
        case アプリはアプリケーションに部品を加える(part: ApplicationPart, directory: String)
    }

    enum Goals: SceneName {
        case アプリは加えた部品を表示(added: AddedPart)
        case 部品がすでにある場合_アプリは何も変えずにそのことを表示(part: ApplicationPart, name: ApplicationName)
        case 別のデータベースがある場合_アプリは何も変えずにそのファイルを表示(
            part: ApplicationPart, name: ApplicationName, files: [String])
        case 行を加える場所が見つからない場合_アプリは何も書かずに加える行を表示(lines: [MissingLines])
        case アプリケーションがない場合_アプリは何も書かずに場所を表示(directory: String)
    }

    static let title = "アプリケーションに部品を加える"
    static let invocation = Invocation.command("add PART")
    static let actors: Set<Actor> = [.user]

    static func initial(part: ApplicationPart, directory: String) -> Step<Self> {
        .basic(.アプリはアプリケーションに部品を加える(part: part, directory: directory))
    }

    static let beginnings: [Step<Self>] = [initial(part: .service, directory: ".")]

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはアプリケーションに部品を加える(let part, let directory)):
            switch try await dependencies.applicationMaker.add(part, to: directory) {
            case .added(let added): .last(.アプリは加えた部品を表示(added: added))
            case .present(let name): .last(.部品がすでにある場合_アプリは何も変えずにそのことを表示(part: part, name: name))
            case .alternative(let other, let name, let files):
                .last(.別のデータベースがある場合_アプリは何も変えずにそのファイルを表示(part: other, name: name, files: files))
            case .changed(let lines): .last(.行を加える場所が見つからない場合_アプリは何も書かずに加える行を表示(lines: lines))
            case .noApplication: .last(.アプリケーションがない場合_アプリは何も書かずに場所を表示(directory: directory))
            }
        }
    }
}

extension AddPart {
    static let english = [
        title: "Add a part to an application",
        "アプリはアプリケーションに部品を加える": "The application adds a part to the user's application",
        "アプリは加えた部品を表示": "The application shows the part that it has added",
        "部品がすでにある場合_アプリは何も変えずにそのことを表示":
            "If the part is there already, the application changes nothing and says so",
        "別のデータベースがある場合_アプリは何も変えずにそのファイルを表示":
            "If there is another database, the application changes nothing and shows its files",
        "行を加える場所が見つからない場合_アプリは何も書かずに加える行を表示":
            "If lines have no place, the application writes nothing and shows them",
        "アプリケーションがない場合_アプリは何も書かずに場所を表示":
            "If there is no such application, the application writes nothing and shows the place",
    ]
}
