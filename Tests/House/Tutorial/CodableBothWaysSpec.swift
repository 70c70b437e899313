import CalearningDomain
import CalearningInfrastructure
import Foundation
import Testing
import Usecases
import UsecasesAPIClient

@testable import CalearningTestSupport

/// The third chapter of the tutorial.
@Suite struct 双方向のCodableの章 {
    @Test func 読んだものを書くと同じものになる() throws {
        let json = Data(#"{"apiVersion":4,"endpointVersion":"v4"}"#.utf8)
        let format = JSONFormat()

        let version = try format.decode(Version.self, from: json)

        #expect(version.endpointVersion == EndpointVersion(rawValue: "v4"))
        #expect(version.apiVersion == APIVersion(rawValue: 4))
        #expect(try format.encode(version) == json)
    }

    @Test func 綴りの違いは一箇所で引き受ける() throws {
        let json = Data(#"{"html_url":"https://github.com/octocat","id":1,"login":"octocat"}"#.utf8)

        let user = try GitHubAPIs.json.decode(GitHubAPIs.User.Entity.self, from: json)

        #expect(user.htmlUrl == "https://github.com/octocat")
        #expect(try GitHubAPIs.json.encode(user) == json)
    }

    @Test func 正しくない値は読めない() throws {
        let entity = Data(#"{"udid":"not one word"}"#.utf8)

        let error = #expect(throws: DecodingError.self) {
            try JSONFormat().decode(BackendAPIs.Register.Entity.self, from: entity)
        }

        #expect(error.map { "\($0)" }?.contains("a UDID has 1 to 128 visible ASCII characters") == true)
    }

    @Test func スタブも書いてから読む() async throws {
        let client = MockAPIClient(
            MovableTypeAPIs.GetVersion.self, stub: .success(.fixture(endpoint: "v3", api: 3)))

        let version = try await client.call(MovableTypeAPIs.GetVersion())

        #expect(!version.isSupported)
    }

    private struct Forecast: API {
        typealias Service = MovableTypeAPIs

        /// An entity that decodes one form and encodes a different form.
        struct Entity: Codable, Sendable {
            let celsius: Double

            private enum Read: CodingKey { case celsius }
            private enum Written: CodingKey { case temperature }

            init(celsius: Double) {
                self.celsius = celsius
            }

            init(from decoder: any Decoder) throws {
                celsius = try decoder.container(keyedBy: Read.self).decode(Double.self, forKey: .celsius)
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Written.self)
                try container.encode(celsius, forKey: .temperature)
            }
        }

        let path: Path = "/forecast"
    }

    @Test func 読み書きの形が違えばスタブがそれを伝える() async {
        let client = MockAPIClient(Forecast.self, stub: .success(Forecast.Entity(celsius: 21.5)))

        let error = await #expect(throws: ErrorWrapper.self) { try await client.call(Forecast()) }

        #expect(error?.name == "準備されたAPIスタブのEncodeまたはDecodeに失敗")
    }
}
