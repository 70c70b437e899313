import Application
import Domain
import Foundation
import Infrastructure
import Usecases
import UsecasesLaboratory
import UsecasesStorage

extension CompositionRoot {
    /// Adapters that keep their promises and exist only in memory, for one world.
    static func surroundings(devices: Int) -> Surroundings {
        Surroundings(
            server: Dependencies(clock: StoppedClock(), randomSource: CountingRandomSource()) {
                $0.deviceRegistry.adapter = InMemoryDeviceRegistry()
                $0.accountRegistry.adapter = InMemoryAccountRegistry()
                $0.credentialHasher.adapter = PlainHasher()
                $0.journal.adapter = InMemoryJournal()
            },
            devices: (0..<devices).map { _ in
                let store = InMemoryDataStore()
                let journal = InMemoryJournal()
                return { server in
                    Dependencies(clock: StoppedClock(), randomSource: CountingRandomSource()) {
                        $0.dataStore.adapter = store
                        $0.backend.adapter = EmbeddedBackend(server: server)
                        $0.accountBackend.adapter = EmbeddedBackend(server: server)
                        $0.journal.adapter = journal
                    }
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
            throw .system(error: .dataStore(.書き込みに失敗(location: path, content: .recording)), causedBy: error)
        }
        let file = RecordingFile(path)
        try file.write(Data((text + "\n").utf8))
        try file.flush()
    }

    /// What can be played again.
    enum Replayable {
        case recording(Recording)
        case world(WorldFile)
    }

    /// Throws as ``replay(_:until:changing:)`` does.
    static func replayable(in path: String) throws(ErrorWrapper) -> Replayable {
        let content = try RecordingFile.content(of: path)
        // The members of a written world are in alphabetical order.
        guard content.starts(with: Data(#"{"actors":"#.utf8)) else {
            return .recording(try RecordingFile.recording(content, from: path))
        }
        do {
            return .world(try JSONDecoder().decode(WorldFile.self, from: content))
        } catch {
            throw damaged(path, error)
        }
    }

    /// Plays a world again: the promises that are still broken in it, told; `nil` if this cannot happen any more.
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
}
