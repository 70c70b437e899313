import Foundation
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import UsecasesTool

private let looks = "アプリは調べる"
private let saves = "アプリは保存する"
private let greets = "アプリは挨拶"
private let refuses = "アプリは断る"
private let read = "DataStore.get(name)"
private let save = "DataStore.save(name: Aoi)"

private func asked(_ json: String) throws -> AskedExercise {
    try JSONDecoder().decode(AskedExercise.self, from: Data(json.utf8))
}

/// Returns an exercise that refuses known names and greets all others.
private func greeting() throws -> AskedExercise {
    try asked(
        """
        {"usecase": "Greet", "actors": ["user"], "english": {"\(refuses)": "It refuses"}, "scenarios": [
          {"when": ["\(read)=absent"], "scenes": ["\(looks)", "\(saves)", "\(greets)"], "calls": ["\(save)"]},
          {"when": ["\(read)=stored"], "scenes": ["\(looks)", "\(refuses)"]},
          {"scenes": ["\(looks)"], "failure": "*"},
          {"scenes": ["\(looks)", "\(saves)"], "failure": "書き込みに失敗"}]}
        """)
}

private func way(_ scenes: [String], failure: String? = nil, _ calls: String...) -> ExploredUsecase.Way {
    ExploredUsecase.Way(scenes: scenes, failure: failure, calls: calls)
}

private let greeted = way([looks, saves, greets], "\(read)=absent", "\(save)=saved")
private let refused = way([looks, refuses], "\(read)=stored")
private let unread = way([looks], failure: "読み込みに失敗", "\(read)=読み込みに失敗")
private let unwritten = way([looks, saves], failure: "書き込みに失敗", "\(read)=absent", "\(save)=書き込みに失敗")

private func differences(
    _ ways: [ExploredUsecase.Way], actors: [Actor] = [.user], isEndless: Bool = false, findings: [Sentence] = []
) throws -> [Difference] {
    let explored = ExploredUsecase(
        actors: actors, ways: ways, isEndless: isEndless, findings: findings,
        sentences: [looks: Sentence(en: "It looks", ja: looks)])
    return ScenarioComparison(try greeting(), explored).differences
}

private func shown(_ scenes: [String], failures: [String] = []) -> ComparedScenario {
    let english = [looks: "It looks", refuses: "It refuses"]
    return ComparedScenario(scenes: scenes.map { Sentence(en: english[$0] ?? $0, ja: $0) }, failures: failures)
}

@Suite struct シナリオの比較 {
    @Test func ゴールに達する実行がなければ_それを挙げる() throws {
        try expect(differences([greeted, unread, unwritten]), equals: [.missing(scenario: shown([looks, refuses]))])
    }

    @Test func 別のゴールに達したら_ポートの結果とともに両方を挙げる() throws {
        let wrong = way([looks, saves, greets], "\(read)=stored", "\(save)=saved")

        #expect(
            try differences([greeted, wrong, unread, unwritten]) == [
                .other(when: ["\(read)=stored"], should: shown([looks, refuses]), does: shown([looks, saves, greets]))
            ])
    }

    @Test func 別のゴールに達した実行は_余分なものとしてもう一度は挙げない() throws {
        let wrong = way([looks, greets], "\(read)=stored")
        let alike = way([looks, greets], "\(read)=odd")
        let extra = way([greets], "\(read)=odd")

        #expect(
            try differences([greeted, wrong, alike, extra, unread, unwritten]) == [
                .other(when: ["\(read)=stored"], should: shown([looks, refuses]), does: shown([looks, greets])),
                .tooMuch(scenario: shown([greets])),
            ])
    }

    @Test func 余分なゴールは一度だけ挙げる() throws {
        let extra = way([looks, greets], "\(read)=odd")

        #expect(
            try differences([greeted, refused, extra, extra, unread, unwritten]) == [
                .tooMuch(scenario: shown([looks, greets]))
            ])
    }

    @Test func エラーの違いは_ゴールが合ってから挙げる() throws {
        let extra = way([looks, saves], failure: "内容が壊れています", "\(read)=absent", "\(save)=内容が壊れています")

        try expect(differences([greeted, unread]), equals: [.missing(scenario: shown([looks, refuses]))])
        #expect(
            try differences([greeted, refused, unread]) == [
                .missing(scenario: shown([looks, saves], failures: ["書き込みに失敗"]))
            ])
        #expect(
            try differences([greeted, refused, unread, unwritten, extra]) == [
                .tooMuch(scenario: shown([looks, saves], failures: ["内容が壊れています"]))
            ])
    }

    @Test func 呼ばれなかった操作を挙げる() throws {
        let silent = way([looks, saves, greets], "\(read)=absent", "DataStore.save(name: Ren)=saved")

        #expect(
            try differences([silent, refused, unread, unwritten]) == [
                .noCall(scenario: shown([looks, saves, greets]), call: save)
            ])
    }

    @Test func 実行してよいアクターの違いを挙げる() throws {
        #expect(
            try differences([greeted, refused, unread, unwritten], actors: [.application, .user]) == [
                .actors(should: [.user], does: [.application, .user])
            ])
    }

    @Test func 実験室の見つけたものは_ほかに違いがなければ挙げる() throws {
        let finding = Sentence(en: "A scene has no English sentence.", ja: "英語の文のないシーンがあります。")

        #expect(
            try differences([greeted, refused, unread, unwritten], findings: [finding]) == [.finding(sentence: finding)]
        )
        #expect(
            try differences([greeted, unread, unwritten], findings: [finding]) == [
                .missing(scenario: shown([looks, refuses]))
            ])
        try expect(differences([greeted], isEndless: true, findings: [finding]), equals: [.finding(sentence: finding)])
    }
}
