import Foundation
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@Suite struct モックのAPIクライアント {
    private struct Reading: API {
        typealias Service = ExampleAPIs

        struct Entity: Codable, Sendable, Equatable {
            let at: Date
            let number: Double
        }

        let path: Path = "/reading"
    }

    private struct Other: API {
        typealias Service = ExampleAPIs
        typealias Entity = String

        let path: Path = "/other"
    }

    private static let entity = Reading.Entity(at: Date(timeIntervalSince1970: 1_763_640_000), number: 1.5)

    @Test func 成功は符号化と復号を経て返り_失敗はそのまま返る() async throws {
        let failure = ErrorWrapper.service(error: .client(.networkUnreachable))

        try await expect(MockAPIClient(Reading.self, stub: .success(Self.entity)).call(Reading()), equals: Self.entity)
        let error = await #expect(throws: ErrorWrapper.self) {
            try await MockAPIClient(Reading.self, stub: .failure(failure)).call(Reading())
        }

        #expect(error?.service == .client(.networkUnreachable))
    }

    @Test func 別のAPIが呼ばれたら両方の名前を挙げて失敗する() async {
        let client = MockAPIClient(Reading.self, stub: .success(Self.entity))

        let error = await #expect(throws: ErrorWrapper.self) { try await client.call(Other()) }

        let message = "a stub was prepared for Reading, and Other was called"
        #expect(error?.system == .mock(.stubMismatch(message: message)))
    }

    @Test func 符号化できないスタブは失敗し原因を伝える() async {
        let client = MockAPIClient(Reading.self, stub: .success(.init(at: Self.entity.at, number: .nan)))

        let error = await #expect(throws: ErrorWrapper.self) { try await client.call(Reading()) }

        #expect(error?.name == "準備されたAPIスタブのEncodeまたはDecodeに失敗")
        #expect(error?.causes.first is EncodingError)
    }
}
