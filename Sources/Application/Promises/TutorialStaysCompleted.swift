import CalearningDomain
package import Usecases
package import UsecasesLaboratory

/// チュートリアルを完了した記録は初期化するまで残る
package enum TutorialStaysCompleted: Promise {
    package static let sentence = Sentence(
        en: "A completed tutorial stays completed until the application is reset",
        ja: "チュートリアルを完了した記録は初期化するまで残る")

    package static func occasions(in history: History) -> [Told<CompleteTutorial>] {
        history.runs(of: CompleteTutorial.self).filter { $0.goal != nil }
    }

    package static func breach(
        on completions: [Told<CompleteTutorial>], in history: History
    ) async throws(ErrorWrapper) -> Sentence? {
        let resets = history.runs(of: Reset.self).map(\.run)
        for completed in completions {
            let device = completed.run.device
            let later = resets.filter { $0.device == device && !$0.precedes(completed.run) }
            for boot in history.runs(of: Boot.self) where boot.run.device == device {
                guard completed.run.precedes(boot.run), boot.goal == .チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示,
                    !later.contains(where: { !boot.run.precedes($0) })
                else { continue }
                return Sentence(
                    en: "Device \(device + 1) shows the tutorial, which was completed before.",
                    ja: "端末\(device + 1)が、完了したチュートリアルを表示しました。")
            }
            let isRecorded = try await history.devices[device].dataStore.get(DeviceMemory.keys.hasCompletedTutorial)
            if later.isEmpty, isRecorded != true {
                return Sentence(
                    en: "Device \(device + 1) has no record that the tutorial was completed.",
                    ja: "端末\(device + 1)に、チュートリアルを完了した記録がありません。")
            }
        }
        return nil
    }
}
