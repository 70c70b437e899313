import CalearningDomain
import UsecasesEngine
import UsecasesStorage

/// Whether the device has a UDID before a user logs in on it.
enum DeviceBeforehand: CaseIterable {
    case UDIDがある, UDIDがない

    func dataStore(with others: [KeyValue] = []) async -> InMemoryDataStore {
        let store = InMemoryDataStore()
        if self == .UDIDがある { await store.save(DeviceMemory.keys.udid.with(UDID.fixture().rawValue)) }
        for other in others { await store.save(other) }
        return store
    }

    /// The scenes until the device has its UDID. The UDID is equal in either case.
    var scenes: [String] {
        switch self {
        case .UDIDがある: ["アプリは端末のUDIDを調べる"]
        case .UDIDがない: ["アプリは端末のUDIDを調べる", "UDIDがない場合_アプリはUDIDを取得する"]
        }
    }
}
