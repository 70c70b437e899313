import Foundation
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesTerminal
import UsecasesTestSupport
import UsecasesTesting

@Suite struct エラーの包み {
    private struct Cause: Error, Equatable { let number: Int }

    @Test func 原因は近いものから最後までたどれる() {
        let inner = ErrorWrapper.service(error: .client(.networkUnreachable), causedBy: Cause(number: 1))
        let outer = ErrorWrapper.system(error: .task(.interrupted), causedBy: inner)

        let causes = outer.causes

        #expect(causes.count == 2)
        #expect((causes.first as? ErrorWrapper)?.service == .client(.networkUnreachable))
        #expect(causes.last as? Cause == Cause(number: 1))
    }

    private static let statuses: [(ErrorWrapper, Int?)] = [
        (.service(error: .server(ErrorResponse(code: "C", title: "T", message: "M"), status: 503)), 503),
        (.system(error: .api(.errorResponseUndecodable(status: 500, responseJSON: ""))), 500),
        (.system(error: .api(.responseUndecodable(status: 201, responseJSON: ""))), 201),
        (.system(error: .api(.exchangeFailed(statusCode: 302))), 302),
        (.system(error: .api(.exchangeFailed(statusCode: nil))), nil),
        (.service(error: .client(.networkUnreachable)), nil),
        (.interrupted, nil),
    ]

    @Test(arguments: statuses)
    func ステータスは応答があった場合だけある(error: ErrorWrapper, status: Int?) {
        #expect(error.status == status)
    }
}

/// An error in a recording from any source.
@Suite struct 記録されたエラー {
    private struct Cause: DetailedError, ExchangeError, HinderedError, CustomStringConvertible {
        let description: String
        let report: String
        let fault: ExchangeFault?
        let hindrance: Hindrance?
        let causedBy: (any Error)?
    }

    private static func error(_ choices: inout RandomChoices) -> ErrorWrapper {
        let (text, status) = (choices.text(0...4), choices.number(in: 100...599))
        let causes = choices.list(0...3) { choices in
            (
                choices.text(0...4), choices.text(0...4),
                choices.one(of: [
                    nil, .disconnected(.timedOut), .redirect(.tooMany(limit: 5)), .proxy(status: nil),
                    .tooLarge(limit: 9),
                ])
                    as ExchangeFault?, choices.one(of: [nil] + Hindrance.allCases)
            )
        }
        let cause = causes.reversed().reduce(nil as (any Error)?) {
            Cause(description: $1.0, report: $1.1, fault: $1.2, hindrance: $1.3, causedBy: $0)
        }
        let args = Dictionary(choices.list(0...2) { ($0.text(0...2), $0.text(0...3)) }) { $1 }
        let service: ServiceErrors = choices.one(of: [
            .client(.networkUnreachable), .server(ErrorResponse(code: text, title: "t", message: text), status: status),
        ])
        let system: SystemErrors = choices.one(of: [
            .api(.exchangeFailed(statusCode: choices.one(of: [nil, status]))),
            .dataStore(.damaged(location: text, content: choices.one(of: [nil, .state, StoreContent(text)]))),
            .api(.responseUndecodable(status: status, responseJSON: text)), .task(.interrupted),
            .application(ApplicationError(family: "oven", name: text, message: Sentence(""), advice: Sentence(""))),
        ])
        return choices.isTrue()
            ? .service(error: service, args: args, causedBy: cause)
            : .system(error: system, args: args, causedBy: cause)
    }

    @Test func どのエラーも読み戻せば_引数と原因の言葉と種類が同じ() async {
        await forAll(300, Self.error) { error in
            let read = try JSONDecoder().decode(ErrorWrapper.self, from: JSONEncoder().encode(error))

            try promise(read.service, is: error.service)
            try promise(read.system, is: error.system)
            try promise(read.args, is: error.args)
            try promise(read.causes.map { "\($0)" }, is: error.causes.map { "\($0)" })
            try promise(
                read.causes.map { ($0 as? any DetailedError)?.report },
                is: error.causes.map { ($0 as? any DetailedError)?.report })
            try promise(
                read.causes.map { ($0 as? any ExchangeError)?.fault },
                is: error.causes.map { ($0 as? any ExchangeError)?.fault })
            try promise(read.hindrance, is: error.hindrance)
            try promise(read.status, is: error.status)
        }
    }

    @Test func 知らない妨げは読みとばす() throws {
        let cause = #"{"description":"a","hindrance":"moon"}"#
        let text = #"{"system":{"task":{"_0":{"中断":{}}}},"args":{},"causedBy":[\#(cause)]}"#

        let decoded = try JSONDecoder().decode(ErrorWrapper.self, from: Data(text.utf8))

        #expect(decoded.causes.count == 1)
        #expect(decoded.hindrance == nil)
    }

    /// Each cause holds the next one. Releasing them takes stack space in proportion to their number.
    @Test(arguments: [(1000, true), (1001, false), (300_000, false)])
    func 原因の数には上限がある(count: Int, isRead: Bool) {
        let causes = Array(repeating: #"{"description":""}"#, count: count).joined(separator: ",")
        let text = #"{"system":{"task":{"_0":{"中断":{}}}},"args":{},"causedBy":[\#(causes)]}"#

        let decoded = try? JSONDecoder().decode(ErrorWrapper.self, from: Data(text.utf8))

        #expect((decoded?.causes.count == count) == isRead)
    }
}

private protocol Oven: Sendable {}

private enum Bake: Usecase {
    enum Basics: SceneName { case パンを焼く }
    enum Goals: SceneName { case 焼けたパンを出す }

    static let title = "パンを焼く"
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.パンを焼く)]

    static let busy = ApplicationError(
        family: "oven", name: "混雑", meaning: .crowded,
        message: Sentence(en: "The oven is full.", ja: "かまどがいっぱいです。"), advice: Sentence(en: "Wait.", ja: "お待ちください。"))
    static let cold = ApplicationError(
        family: "oven", name: "cold", message: Sentence(en: "The oven is cold.", ja: "かまどが冷えています。"),
        advice: Sentence(en: "Light it.", ja: "火を入れてください。"))

    static func next(after scene: Step<Self>, with dependencies: Dependencies) async throws(ErrorWrapper) -> Scene<Self>
    {
        let errors: [PossibleOutcome<Int>] = [busy, cold].map { PossibleOutcome(.system(error: .application($0))) }
        _ = try await dependencies[(any Oven).self].call("bake()", outcomes: [PossibleOutcome("baked", 1)] + errors) {
            _ in 1
        }
        return .last(.焼けたパンを出す)
    }
}

@Suite struct アプリケーションが宣言したエラー {
    @Test(arguments: [(Bake.busy, UsecasesTerminal::ExitStatus.unavailable), (Bake.cold, .systemError)])
    func 終了ステータスと言葉は宣言のとおり(declared: ApplicationError, status: UsecasesTerminal::ExitStatus) {
        let report = ErrorReport(.system(error: .application(declared)))

        #expect(report.kind == "system")
        #expect(report.name == declared.name)
        #expect(report.exitStatus == status)
        #expect([report.message, report.advice] == [declared.message, declared.advice])
    }

    @Test func JSONには族と名前だけがあり_読み戻せば一般の言葉を持つ() throws {
        let written = try JSONEncoder().encode(SystemErrors.application(Bake.busy))

        let read = try JSONDecoder().decode(SystemErrors.self, from: written)

        #expect(String(decoding: written, as: UTF8.self) == #"{"oven":{"_0":{"混雑":{}}}}"#)
        #expect(read == .application(Bake.busy))
        #expect(ErrorReport(.system(error: read)).message.text(in: .en) == "The application failed: oven, busy.")
    }

    @Test(arguments: [
        #"{"task":{"_0":{"嵐":{}}}}"#, #"{"oven":{}}"#, #"{"oven":{"_0":{"嵐":{"a":"b"}}}}"#, "{}",
        #"{"oven":{"_0":{"嵐":{}}},"moon":{"_0":{"嵐":{}}}}"#, #"{"oven":{"_0":{"嵐":{},"凪":{}}}}"#,
    ])
    func ほかの知らないエラーは読まない(text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(SystemErrors.self, from: Data(text.utf8)) }
    }

    @Test func 探索に現れる() async {
        let exploration = await Explorer { .testing() }.explore(Bake.self)

        #expect(exploration.ways.compactMap { $0.scenario?.failure } == ["混雑", "cold"])
    }
}
