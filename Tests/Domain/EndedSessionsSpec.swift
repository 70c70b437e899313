import CalearningDomain
import Foundation
import Testing
import Usecases

@testable import CalearningTestSupport

@Suite struct 終わらせるセッション {
    @Test(arguments: [(EndedSessions.one(.fixture()), "\(UUIDv7.fixture())"), (.others, "others")])
    func JSONでは一つの文字列になる(sessions: EndedSessions, text: String) throws {
        let json = try JSONEncoder().encode(sessions)

        #expect(String(decoding: json, as: UTF8.self) == "\"\(text)\"")
        try expect(JSONDecoder().decode(EndedSessions.self, from: json), equals: sessions)
    }

    @Test(arguments: ["", "all", "0198c1a2", #"{"one":{}}"#])
    func ほかの文字列は読まない(text: String) {
        #expect(EndedSessions(text) == nil)
    }
}
