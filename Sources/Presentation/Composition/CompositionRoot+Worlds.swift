import Application
import Domain
import Foundation
import Infrastructure

extension CompositionRoot {
    /// Adapters that keep their promises and exist only in memory, for one world.
    static func surroundings(devices: Int) -> Surroundings {
        Surroundings(
            server: Dependencies(
                clock: StoppedClock(),
                randomSource: CountingRandomSource(),
                deviceRegistry: InMemoryDeviceRegistry(),
                accountRegistry: InMemoryAccountRegistry(),
                credentialHasher: PlainHasher(),
                journal: InMemoryJournal()
            ),
            devices: (0..<devices).map { _ in
                let store = InMemoryDataStore()
                let journal = InMemoryJournal()
                return { server in
                    Dependencies(
                        clock: StoppedClock(),
                        randomSource: CountingRandomSource(),
                        dataStore: store,
                        backend: EmbeddedBackend(server: server),
                        accountBackend: EmbeddedBackend(server: server),
                        journal: journal
                    )
                }
            },
            relays: [
                "Backend",
                "AccountBackend",
            ])
    }
}

extension CompositionRoot {
    static var worlds: WorldSearch {
        WorldSearch(promises: Promises.all) { surroundings(devices: $0) }
    }

    /// Throws `書き込みに失敗` if the file exists or cannot be written.
    static func save(_ world: WorldFile, to path: String) throws(ErrorWrapper) {
        let text: String
        do {
            text = try world.jsonLine
        } catch {
            throw .system(error: .dataStore(.書き込みに失敗(location: path)), args: ["recording": path], causedBy: error)
        }
        try RecordingFile(path).write(Data((text + "\n").utf8))
    }

    /// The world in the file; `nil` if it is something else, such as a recording. Throws as ``replay(_:until:changing:)`` does.
    static func world(in path: String) throws(ErrorWrapper) -> WorldFile? {
        guard let data = try? InputFile.read(path), data.starts(with: Data(#"{"actors":"#.utf8)) else { return nil }
        do {
            return try JSONDecoder().decode(WorldFile.self, from: data)
        } catch {
            throw damaged(path, UnreadableJSON(error))
        }
    }

    /// Plays a world again: returns what it is told as, and whether a promise is still broken in it.
    static func play(_ world: WorldFile, from path: String) throws(ErrorWrapper) -> [WorldStory]? {
        let plan: WorldPlan
        let moves: [Move]
        do {
            (plan, moves) = try world.played(by: Catalogue.usecases.flatMap { $0.undertakings })
        } catch {
            throw damaged(path, error)
        }
        return worlds.broken(in: plan, by: moves)?.map { WorldStory($0, of: Catalogue.usecases) }
    }

    private static func damaged(_ file: String, _ cause: any Error) -> ErrorWrapper {
        .system(error: .dataStore(.内容が壊れています(location: file)), args: ["recording": file], causedBy: cause)
    }
}
