import CalearningDomain
package import Usecases
package import UsecasesLaboratory

/// 初期化した端末には何も残らない
package enum ResetForgetsEverything: Promise {
    package static let sentence = Sentence(
        en: "A reset leaves nothing on the device", ja: "初期状態に戻した端末には何も残らない")

    /// The devices on which nothing ran beside or after a reset.
    package static func occasions(in history: History) -> [Int] {
        history.runs(of: Reset.self).filter { $0.goal != nil }.map(\.run).filter { reset in
            history.runs.allSatisfy { run in
                run.device != reset.device || run.isServers || run.beganAfter == reset.beganAfter || run.precedes(reset)
            }
        }.map(\.device)
    }

    package static func breach(on devices: [Int], in history: History) async throws(ErrorWrapper) -> Sentence? {
        for device in devices {
            for key in DeviceMemory.keys.forgottenByReset {
                if let stored = try await key.stored(in: history.devices[device].dataStore) {
                    return Sentence(
                        en: "After the reset, device \(device + 1) still has \(stored).",
                        ja: "初期状態に戻した端末\(device + 1)に、まだ\(stored)があります。")
                }
            }
        }
        return nil
    }
}
