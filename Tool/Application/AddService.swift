import UsecasesEngine

/// ユースケース【アプリケーションにサービスを加える】
enum AddService: Usecase {
    enum Basics: SceneName {
        case アプリはアプリケーションにサービスを加える(directory: String)
    }

    enum Goals: SceneName {
        case アプリは加えたサービスを表示(service: AddedService)
        case サービスがすでにある場合_アプリは何も変えずにそのことを表示(name: ApplicationName)
        case 行を加える場所が見つからない場合_アプリは何も書かずに加える行を表示(lines: [MissingLines])
        case アプリケーションがない場合_アプリは何も書かずに場所を表示(directory: String)
    }

    static let title = "アプリケーションにサービスを加える"
    static let invocation = Invocation.command("add service")
    static let actors: Set<Actor> = [.user]

    static func initial(directory: String) -> Step<Self> {
        .basic(.アプリはアプリケーションにサービスを加える(directory: directory))
    }

    static let beginnings: [Step<Self>] = [initial(directory: ".")]

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはアプリケーションにサービスを加える(let directory)):
            switch try await dependencies.applicationMaker.addService(to: directory) {
            case .added(let service): .last(.アプリは加えたサービスを表示(service: service))
            case .present(let name): .last(.サービスがすでにある場合_アプリは何も変えずにそのことを表示(name: name))
            case .changed(let lines): .last(.行を加える場所が見つからない場合_アプリは何も書かずに加える行を表示(lines: lines))
            case .noApplication: .last(.アプリケーションがない場合_アプリは何も書かずに場所を表示(directory: directory))
            }
        }
    }
}

extension AddService {
    static let english = [
        title: "Add a service to an application",
        "アプリはアプリケーションにサービスを加える": "The application adds a service to the user's application",
        "アプリは加えたサービスを表示": "The application shows the service that it has added",
        "サービスがすでにある場合_アプリは何も変えずにそのことを表示":
            "If there is a service already, the application changes nothing and says so",
        "行を加える場所が見つからない場合_アプリは何も書かずに加える行を表示":
            "If lines have no place, the application writes nothing and shows them",
        "アプリケーションがない場合_アプリは何も書かずに場所を表示":
            "If there is no such application, the application writes nothing and shows the place",
    ]
}
