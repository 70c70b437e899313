package import CalearningDomain
package import Usecases
package import UsecasesLaboratory

/// 端末のUDIDは初期化するまで変わらない
package enum UdidStays: Promise {
    package static let sentence = Sentence(
        en: "The UDID of a device does not change until it is reset", ja: "端末のUDIDは初期化するまで変わらない")

    /// A UDID that a device was told.
    package typealias Occasion = (run: ToldRun, udid: UDID)

    package static func occasions(in history: History) -> [Occasion] {
        history.runs.filter { !$0.isServers }.flatMap { run in run.ownValues(of: UDID.self).map { (run, $0) } }
    }

    package static func breach(on occasions: [Occasion], in history: History) async throws(ErrorWrapper) -> Sentence? {
        let resets = history.runs(of: Reset.self).map(\.run)
        for (device, ports) in history.devices.enumerated() {
            let told = occasions.filter { $0.run.device == device }
            for (index, (first, udid)) in told.enumerated() {
                for (second, other) in told[(index + 1)...] where udid != other {
                    // A reset may come between them unless it was before both or after both: of runs that were under way at
                    // the same time, either may have been told first.
                    let isReset = resets.contains {
                        $0.device == device && !($0.precedes(first) && $0.precedes(second))
                            && !(first.precedes($0) && second.precedes($0))
                    }
                    if !isReset {
                        return Sentence(
                            en: "Device \(device + 1) was told the UDIDs \(udid) and \(other).",
                            ja: "端末\(device + 1)は、UDIDとして\(udid)と\(other)を知らされました。")
                    }
                }
                let stored = try await ports.dataStore.get(DeviceMemory.keys.udid)
                let isReset = resets.contains { $0.device == device && !$0.precedes(first) }
                if !isReset, stored != udid.rawValue {
                    return Sentence(
                        en: "Device \(device + 1) was told the UDID \(udid), and has stored \(stored ?? "none").",
                        ja: "端末\(device + 1)はUDID \(udid)を知らされましたが、保存しているのは\(stored ?? "なし")です。")
                }
            }
        }
        return nil
    }
}
