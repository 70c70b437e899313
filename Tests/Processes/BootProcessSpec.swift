import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct `プロセスとしてのboot` {
    private let calearning = Calearning()

    @Test func 初めての起動から初期化の後の起動まで() async throws {
        let first = try await calearning("boot", "--format", "json").json()
        let second = try await calearning("boot", "--format", "json").json()
        let completed = try await calearning("tutorial", "--complete", "--format", "json").json()
        let third = try await calearning("boot", "--format", "json").json()
        let reset = try await calearning("reset", "--yes", "--format", "json").json()
        let fourth = try await calearning("boot", "--format", "json").json()

        #expect(
            [first, second, completed, third, fourth].map { $0["view"] }
                == ["tutorial", "tutorial", "login", "login", "tutorial"])
        #expect(first.udid != nil)
        #expect(Set([first, second, third].map(\.udid)).count == 1)
        #expect(fourth.udid != first.udid)
        #expect(reset["goal"] == "アプリは初期状態に戻ったことを表示")
    }

    @Test func JSONは契約のとおり() async throws {
        let started = Date()

        let json = try await calearning("boot", "--format", "json").json()

        #expect(
            json.members.keys.sorted() == [
                "actor", "goal", "microseconds", "run", "scenes", "sentence", "startedAt", "title", "usecase", "values",
                "view",
            ])
        #expect(json["usecase"] == "Boot")
        #expect(json["title"] == "アプリを起動する")
        #expect(json["sentence"] == "Start the application")
        #expect(json.scenes[1]["sentence"] as? String == "If there is no UDID, the application obtains one")
        #expect(json["actor"] == "user")
        #expect(json["goal"] == "チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示")
        #expect(json["run"].flatMap(UUID.init(uuidString:)) != nil)
        #expect(json.courses == ["basic", "alternative", "basic", "goal"])
        #expect(
            json.sceneNames == [
                "アプリはサーバで発行したUDIDが保存されていないかを調べる",
                "UDIDがない場合_アプリはUDIDを取得する",
                "アプリはユーザがチュートリアルを完了した記録がないかを調べる",
                "チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示",
            ])
        #expect(
            json.scenes.allSatisfy { $0.keys.sorted() == ["course", "microseconds", "name", "sentence", "values"] })
        #expect(json.scenes[2]["values"] as? [String: String] == json.strings("values"))
        let durations = json.scenes.compactMap { $0["microseconds"] as? Int }
        #expect(try #require(json.members["microseconds"] as? Int) >= durations.reduce(0, +))
        let startedAt = try #require(json["startedAt"])
        #expect(startedAt.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
        let date = try Date(startedAt, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        #expect(date.timeIntervalSince(started) > -1)
    }

    @Test func 壊れたストアは六十五で終わりそのまま残る() async throws {
        try await calearning("boot")
        let damaged = String(try calearning.directory.text(of: "state/store.json").dropLast())
        try calearning.directory.write(damaged, to: "state/store.json")

        for command in [["boot"], ["tutorial", "--complete"], ["reset", "--yes"]] {
            let result = try await calearning(command + ["--format", "json"])
            let json = try result.json()

            #expect(result.status == 65)
            #expect(json.error?["case"] as? String == "内容が壊れています")
            #expect(json.error?["kind"] as? String == "system")
            #expect(json["goal"] == nil && json["view"] == nil)
            #expect(json.sceneNames.count == 1)
            try expect(calearning.directory.text(of: "state/store.json"), equals: damaged)
        }
    }
}
