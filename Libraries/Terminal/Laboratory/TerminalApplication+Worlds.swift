import Foundation
public import Usecases
public import UsecasesLaboratory
import UsecasesStorage

/// What can be played again.
enum Replayable {
    case recording(Recording)
    case world(WorldFile)
}

extension TerminalApplication {
    /// Devices without a server.
    public static func surroundings(devices: Int) -> Surroundings {
        Surroundings(
            server: Dependencies(clock: StoppedClock(), randomSource: CountingRandomSource()),
            devices: (0..<devices).map { _ in
                let store = InMemoryDataStore()
                let journal = InMemoryJournal()
                return { _ in
                    Dependencies(clock: StoppedClock(), randomSource: CountingRandomSource()) {
                        $0.dataStore.adapter = store
                        $0.journal.adapter = journal
                    }
                }
            },
            relays: [])
    }

    /// A device without a server, which keeps everything in a folder, as an installed program does.
    public static func installation(
        in directory: String, randomSource: any RandomSource, seenBy witness: Witness
    ) -> Dependencies {
        let clock = StoppedClock()
        return witness.watching(
            Dependencies(clock: clock, randomSource: randomSource) {
                $0.dataStore.adapter = FileDataStore(
                    directory: directory, product: product.name, keys: keys, clock: clock)
                $0.journal.adapter = FileJournal(directory: directory, clock: clock)
            })
    }
}

extension TerminalApplication {
    static var worlds: WorldSearch {
        WorldSearch(promises: promises) { surroundings(devices: $0) }
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
            (plan, moves) = try world.played(by: usecases.flatMap { $0.undertakings })
        } catch {
            throw damaged(path, error)
        }
        return worlds.broken(in: plan, by: moves)?.map { WorldStory($0, of: usecases) }
    }
}
