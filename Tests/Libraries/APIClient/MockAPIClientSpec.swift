import Foundation
import Testing
import Usecases
import UsecasesAPIClient

@testable import CalearningTestSupport

@Suite struct モックのAPIクライアント {
    private struct Greeting: API {
        typealias Service = ExampleAPIs

        struct Entity: Codable, Sendable, Equatable {
            let at: Date
        }

        let path: Path = "/greeting"
    }

    private struct Unreadable: API {
        typealias Service = ExampleAPIs

        struct Entity: Codable, Sendable {
            let number: Double
        }

        let path: Path = "/unreadable"
    }

    @Test func 成功は符号化と復号を経て返る() async throws {
        let entity = Greeting.Entity(at: Date(timeIntervalSince1970: 1_763_640_000))
        let client = MockAPIClient(Greeting.self, stub: .success(entity))

        try await expect(client.call(Greeting()), equals: entity)
    }

    @Test func 失敗はそのまま返る() async {
        let client = MockAPIClient(Greeting.self, stub: .failure(.service(error: .client(.ネットワーク接続不可))))

        let error = await #expect(throws: ErrorWrapper.self) { try await client.call(Greeting()) }

        #expect(error?.service == .client(.ネットワーク接続不可))
    }

    @Test func 別のAPIが呼ばれたら両方の名前を挙げて失敗する() async {
        let client = MockAPIClient(Greeting.self, stub: .success(.init(at: .now)))

        let error = await #expect(throws: ErrorWrapper.self) { try await client.call(Unreadable()) }

        let message = "a stub was prepared for Greeting, and Unreadable was called"
        #expect(error?.system == .mock(.準備されたAPIスタブが呼び出されたAPIと合致しません(message: message)))
    }

    @Test func 符号化できないスタブは失敗し原因を伝える() async {
        let client = MockAPIClient(Unreadable.self, stub: .success(.init(number: .nan)))

        let error = await #expect(throws: ErrorWrapper.self) { try await client.call(Unreadable()) }

        #expect(error?.system == .mock(.準備されたAPIスタブのEncodeまたはDecodeに失敗(stub: "Entity(number: nan)")))
        #expect(error?.causes.first is EncodingError)
    }
}
