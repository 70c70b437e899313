import Usecases

/// An example of every error that a run can end in, for the list of all errors.
///
/// Each family is enumerated by its own kinds. A new case does not compile until it has a kind, nor a new kind until it
/// has an example.
enum ErrorExamples {
    static var all: [ErrorWrapper] {
        services.map { .service(error: $0, args: asked) } + systems.map { .system(error: $0, args: asked) } + exchanges
            + kept
    }

    static let asked = ["method": "GET", "url": "https://example.com/"]

    private static var services: [ServiceErrors] {
        ServiceErrors.Kind.allCases.flatMap { kind -> [ServiceErrors] in
            switch kind {
            case .client: ServiceErrors.Client.Kind.allCases.map { .client(.example(of: $0)) }
            case .server:
                [429, 503].map {
                    .server(ErrorResponse(code: "CODE", title: "Title", message: "What the server says."), status: $0)
                }
            case .authorization: ServiceErrors.Authorization.Kind.allCases.map { .authorization(.example(of: $0)) }
            }
        }
    }

    private static var systems: [SystemErrors] {
        SystemErrors.Kind.allCases.flatMap { kind -> [SystemErrors] in
            switch kind {
            case .api: SystemErrors.Api.Kind.allCases.flatMap { SystemErrors.Api.examples(of: $0) }.map { .api($0) }
            case .mock: SystemErrors.Mock.Kind.allCases.map { .mock(.example(of: $0)) }
            case .dataStore: []
            case .dependency: [.dependency(.未設定(port: "DataStore"))]
            case .task: [.task(.中断)]
            case .hasher: SystemErrors.Hasher.Kind.allCases.map { .hasher(.example(of: $0)) }
            }
        }
    }

    /// The errors of reading and writing, for each kind of thing and each hindrance.
    private static var kept: [ErrorWrapper] {
        SystemErrors.DataStore.Kind.allCases.flatMap { kind in
            (StoreContent.allCases + [nil]).flatMap { content in
                kind.hindrances(of: content).map { hindrance in
                    .system(
                        error: .dataStore(.example(of: kind, content)),
                        causedBy: hindrance.map(Obstruction.init))
                }
            }
        }
    }
}

private struct Obstruction: HinderedError {
    let hindrance: Hindrance?
}

extension StoreContent? {
    fileprivate var location: String {
        switch self {
        case .state: "…/store.json"
        case .database: "…/devices.sqlite"
        case .backup: "…/backup.sqlite"
        case nil: "user defaults “…”"
        case .folder: "…/progress.json"
        case .leftovers: "leftovers/leftovers.jsonl"
        case .application: "../shop"
        case .recording: "run.jsonl"
        case .coverage: "coverage.jsonl"
        }
    }
}

extension SystemErrors.DataStore {
    fileprivate enum Kind: CaseIterable {
        case read, write, damaged

        /// The possible hindrances; `nil` stands for any other. Those with the same explanation for each are listed for
        /// the store alone.
        func hindrances(of content: StoreContent?) -> [Hindrance?] {
            switch (self, content) {
            case (.read, .state):
                [nil, .noPermission, .foreignOwner, .openToOthers, .tooManyOpenFiles, .irregularFile, .unusablePlace]
            case (.read, .recording), (.read, .coverage): [nil, .irregularFile, .unusablePlace]
            case (.read, .database): [nil]
            case (.write, .database), (.write, .backup): [nil, .noSpace]
            case (.damaged, .database): [nil, .newerVersion]
            case (.read, .backup), (.damaged, .backup), (.damaged, .application): []
            case (.read, nil), (.damaged, nil), (.damaged, .folder), (.read, .application): [nil]
            case (.read, .folder): [nil, .foreignOwner]
            case (.write, .state):
                [nil, .noSpace, .noPermission, .readOnly, .tooManyOpenFiles, .unusablePlace, .heldLock, .unconfirmed]
            case (.write, nil): [nil, .heldLock]
            case (.write, .folder): [nil, .noSpace]
            case (.write, .application): [nil, .noSpace, .alreadyThere]
            case (.read, .leftovers): [nil, .unusablePlace]
            case (.write, .leftovers): [nil, .noSpace, .unusablePlace, .alreadyThere]
            case (.damaged, .leftovers): [nil, .newerVersion]
            case (.write, .recording): [nil, .noSpace, .unusablePlace, .alreadyThere]
            case (.write, .coverage): []
            case (.damaged, .state), (.damaged, .recording): [nil, .tooLarge, .newerVersion]
            case (.damaged, .coverage): [nil, .tooLarge]
            }
        }
    }

    private var kind: Kind {
        switch self {
        case .読み込みに失敗: .read
        case .書き込みに失敗: .write
        case .内容が壊れています: .damaged
        }
    }

    fileprivate static func example(of kind: Kind, _ content: StoreContent?) -> Self {
        switch kind {
        case .read: .読み込みに失敗(location: content.location, content: content)
        case .write: .書き込みに失敗(location: content.location, content: content)
        case .damaged: .内容が壊れています(location: content.location, content: content)
        }
    }
}
