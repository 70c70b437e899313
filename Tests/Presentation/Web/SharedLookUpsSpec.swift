#if Server
import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesService

private actor CountedGitHub: GitHub {
    var asked = 0

    func zen() async throws(ErrorWrapper) -> GitHubAnswer<String> {
        asked += 1
        return .answer("zen \(asked)")
    }

    func user(_ login: GitHubLogin) async throws(ErrorWrapper) -> GitHubAnswer<GitHubUser?> {
        asked += 1
        return .answer(nil)
    }
}

@Suite struct 分け合うGitHubの答え {
    private let clock = ManualClock(timeOfDayJumps: true)
    private let gitHub = CountedGitHub()
    private let lookUps: SharedLookUps

    init() {
        lookUps = SharedLookUps(clock: clock)
    }

    private func dependencies(_ address: String) throws -> Dependencies {
        var dependencies = Dependencies.fixture()
        dependencies.gitHub.adapter = gitHub
        dependencies.taps.append(SharedLookUpTap(lookUps: lookUps, site: try #require(ClientAddress(address)).site))
        return dependencies
    }

    private func zen(_ address: String) async throws -> ReadZen.Goals {
        try await ReadZen.interact(from: ReadZen.initial, as: .user, with: dependencies(address)).goal
    }

    @Test func 一分のあいだは同じ答え() async throws {
        let answers = [try await zen("192.0.2.1"), try await zen("192.0.2.2")]
        clock.advance(by: .seconds(60))
        let later = try await zen("192.0.2.1")

        #expect(answers == [.アプリは禅の言葉を表示(zen: "zen 1"), .アプリは禅の言葉を表示(zen: "zen 1")])
        #expect(later == .アプリは禅の言葉を表示(zen: "zen 2"))
    }

    /// Each question is another one, so none is known.
    @Test func ひとつの網は一分に十回まで_ほかの網は別() async throws {
        func limited(_ address: String, _ number: Int) async throws -> Bool {
            let login = try #require(GitHubLogin("user\(number)"))
            let goal = try await LookUpGitHubUser.interact(
                from: LookUpGitHubUser.initial(login: login), as: .user, with: dependencies(address)
            ).goal
            return goal == .利用制限に達している場合_アプリは制限が終わる時刻を表示(until: nil)
        }
        for number in 0..<10 { try await expect(limited("2001:db8:1:\(number)::1", number), equals: false) }

        try await expect(limited("2001:db8:1:ffff::1", 10), equals: true)
        await expect(gitHub.asked, equals: 10)
        try await expect(limited("2001:db8:2::1", 11), equals: false)
        clock.advance(by: .seconds(6))
        try await expect(limited("2001:db8:1::1", 12), equals: false)
    }
}
#endif
