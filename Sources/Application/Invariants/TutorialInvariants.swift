package import CalearningDomain
package import UsecasesEngine
package import UsecasesLaboratory

/// チュートリアルを完了した記録は初期化するまで残る
package enum TutorialStaysCompleted: Invariant {
    package static let sentence = Sentence(
        en: "A completed tutorial stays completed until the application is reset",
        ja: "チュートリアルを完了した記録は初期化するまで残る")

    package static func occasions(in history: History) -> [TypedRun<CompleteTutorial>] {
        history.runs(of: CompleteTutorial.self).filter { $0.goal != nil }
    }

    package static func breach(
        on completions: [TypedRun<CompleteTutorial>], in history: History
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
                    ja: "デバイス\(device + 1)が、完了したチュートリアルを表示しました。")
            }
            let isRecorded = try await history.devices[device].dataStore.get(DeviceMemory.keys.hasCompletedTutorial)
            if later.isEmpty, isRecorded != true {
                return Sentence(
                    en: "Device \(device + 1) has no record that the tutorial was completed.",
                    ja: "デバイス\(device + 1)に、チュートリアルを完了した記録がありません。")
            }
        }
        return nil
    }
}

/// 開いたページは次に開くまで残る
package enum TutorialPageIsKept: Invariant {
    package static let sentence = Sentence(
        en: "The page of the tutorial that was opened last is kept", ja: "チュートリアルで最後に開いたページの記録は残る")

    /// A device and the page that was opened on it.
    package typealias Occasion = (device: Int, page: TutorialPage)

    package static func occasions(in history: History) -> [Occasion] {
        let resets = history.runs(of: Reset.self).map { (run: $0.run, page: TutorialPage?.none) }
        let openings = history.runs(of: ReadTutorial.self).compactMap {
            typed -> (run: WorldRun, page: TutorialPage?)? in
            guard case .アプリは開いたページを記録する(let page)? = typed.basics.first else { return nil }
            return (typed.run, page)
        }
        return openings.compactMap { run, page in
            guard let page, run.goal != nil else { return nil }
            let others = (resets + openings).filter { $0.run.device == run.device && $0.page != page }
            return others.allSatisfy { $0.run.precedes(run) } ? (run.device, page) : nil
        }
    }

    package static func breach(on occasions: [Occasion], in history: History) async throws(ErrorWrapper) -> Sentence? {
        for (device, page) in occasions {
            let stored = try await history.devices[device].dataStore.get(DeviceMemory.keys.tutorialPage)
            if stored != page {
                return Sentence(
                    en:
                        "Device \(device + 1) opened page \(page), and remembers \(stored.map { "page \($0)" } ?? "none").",
                    ja: "デバイス\(device + 1)はページ\(page)を開きましたが、記憶しているのは\(stored.map { "ページ\($0)" } ?? "なし")です。")
            }
        }
        return nil
    }
}
