import CalearningDomain
import Usecases
import UsecasesStorage

/// Whether a UDID was issued to the device before somebody logs in on it.
enum DeviceBeforehand: CaseIterable {
    case UDIDがある, UDIDがない

    func dataStore(with others: [KeyValue] = []) async -> InMemoryDataStore {
        let store = InMemoryDataStore()
        if self == .UDIDがある { await store.save(DeviceMemory.keys.udid.with(UDID.fixture().rawValue)) }
        for other in others { await store.save(other) }
        return store
    }

    /// How the device comes to its UDID, which is the same in either case.
    var scenes: [String] {
        switch self {
        case .UDIDがある: ["アプリは端末のUDIDを調べる"]
        case .UDIDがない: ["アプリは端末のUDIDを調べる", "UDIDがない場合_アプリはUDIDを取得する"]
        }
    }
}
