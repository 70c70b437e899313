import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Foundation
import Synchronization
import Usecases
import UsecasesAPIClient
import UsecasesStorage
import UsecasesTerminal

extension CompositionRoot {
    /// The backends that the tutorial swaps. None of them reaches anything outside this process.
    enum DemonstratedBackend {
        case embedded
        /// A service that no network leads to.
        case unreachable
        /// A service whose answer was prepared.
        case stub
        /// A service that refuses every request.
        case refusing
    }

    /// A world of its own, which keeps its values as long as it is used. All that runs in it goes the same way each time:
    /// its clock stands still, and its numbers are counted.
    static func world(with backend: DemonstratedBackend = .embedded) -> Dependencies {
        var world = laboratory
        world.dataStore.adapter = InMemoryDataStore()
        switch backend {
        case .embedded:
            world.backend.adapter = EmbeddedBackend(
                server: Dependencies(clock: world.clock, randomSource: world.randomSource) {
                    $0.deviceRegistry.adapter = InMemoryDeviceRegistry()
                })
        case .unreachable: world.backend.adapter = ApiBackend.stub(.failure(.disconnected(.notConnected)))
        case .stub: world.backend.adapter = ApiBackend.stub(.response(201, #"{"udid":"\#(UDID.example(1))"}"#))
        case .refusing:
            let refusal = #"{"code":"CLOSED","title":"Closed","message":"No UDIDs are issued today."}"#
            world.backend.adapter = ApiBackend.stub(.response(503, refusal))
        }
        return world
    }

    /// What runs in the world are recorded as, once the work is done.
    ///
    /// Throws a ``RecordingError`` if nothing was run.
    static func recording(in world: Dependencies, of work: (Dependencies) async -> Void) async throws -> Recording {
        let file = RecordedLines()
        var world = world
        world.taps.append(RecordingTap(write: file.append))
        await work(world)
        return try Recording(file.content)
    }
}

/// The file of a recording, in memory.
private final class RecordedLines: Sendable {
    private let lines = Mutex(Data())

    var content: Data { lines.withLock { $0 } }

    @Sendable func append(_ data: Data) throws(ErrorWrapper) { lines.withLock { $0.append(data) } }
}
