import CalearningInfrastructure
import Foundation
import Testing
import UsecasesAPIClient
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesEngine
@testable import UsecasesLaboratory
@testable import UsecasesTerminal

@Suite struct エラーの説明 {
    private static let errors: [ErrorWrapper] =
        終了ステータス.cases.map(\.0) + ExchangeFault.examples.map { ErrorWrapper.example(of: $0) }
        + contents.flatMap { content in
            hindrances.flatMap { [ErrorWrapper.unread(content, $0), .unwritten(content, $0), .damaged(content, $0)] }
        }

    private static let usageErrors: [UsageError] =
        [
            .noSuchCommand("a", similar: "b"), .noSuchCommand("a", similar: nil), .unknownOption("--a", similar: "--b"),
            .unknownOption("--a", similar: nil), .wordAsOption("-40", instead: "-- -40"),
            .noSuchUsecase("a", known: ["B"], similar: "B"), .noSuchUsecase("a", known: ["B"], similar: nil),
            .invalidVariable("A", value: "b", .seconds), .invalidVariable("A", value: "b", .truth),
            .invalidVariable("A", value: "b", .oneOf(["c", "d"])), .noTime, .emptyName(of: "--a"),
            .unreadableName(of: "--a"), .occupiedFile("a"), .exposedAddress("http://a", of: "--b"), .diagramOfAll,
            .coverageElsewhere, .timesElsewhere, .depthOfResumed, .switchesByChance, .noTerminalToConfirm,
            .noTerminal(option: "--a"), .noTerminalForSecret(option: "--a"), .longSecret, .unreadableSecret,
            .secretLines(expected: 1, found: 0), .secretLines(expected: 2, found: 1), .unrepeatedSecret, .noScene,
            .outOfRange(of: "--a", 0...4), .tooManyActors, .malformedChange(example: "A.b=c"),
        ]
        + [BaseAddress.Flaw.unreadable, .scheme, .host, .port, .userinfo, .queryOrFragment]
        .map { .unusableAddress("a", of: "--b", $0) }

    @Test func どのエラーにも自分だけのASCIIの名前がある() async {
        var names = Set(Self.errors.map(\.name))
        for exploration in await Explorations.all(in: CompositionRoot.self) {
            names.formUnion(exploration.ways.compactMap { $0.scenario?.failure })
        }

        #expect(names == Set(ErrorWrapper.asciiNames.keys))
        for name in names {
            let ascii = ErrorWrapper.asciiName(of: name)
            #expect(ascii.wholeMatch(of: #/[a-z]+(-[a-z]+)*/#) != nil, "\(name)")
            #expect(ErrorWrapper.name(meantBy: ascii) == name)
        }
    }

    @Test func JSONのエラーの名前は日本語() throws {
        for error in Self.errors where error.name != "ErrorResponse" {
            let json = String(decoding: try JSONEncoder().encode(error), as: UTF8.self)

            #expect(json.contains(#"{"_0":{"\#(error.name)":{"#))
        }
    }

    @Test func どのエラーも何が起きたかと何をすべきかを二つの言語だけで言う() {
        let sentences: [Sentence] =
            Self.errors.map { ErrorReport($0) }.flatMap { [$0.message, $0.advice] }
            + Self.usageErrors.map(\.sentence)

        for sentence in sentences {
            #expect(sentence.text(in: .en).unicodeScalars.allSatisfy { !("ぁ"..."ヶ").contains($0) })
            #expect(sentence.text(in: .ja).unicodeScalars.contains { ("ぁ"..."ヶ").contains($0) })
        }
        for japanese in (sentences + ExitStatus.allCases.compactMap(\.meaning)).map({ $0.text(in: .ja) }) {
            #expect(japanese.englishPhrases == [], "\(japanese)")
        }
        #expect(sentences.count > 150)
        #expect("送れません(it has no host): https://example.com/".englishPhrases == ["it has no host"])
    }

    /// The hindrances, each with a word from its advice.
    @Test(arguments: [
        (Hindrance.noSpace, "space"), (.noPermission, "permissions"), (.tooManyOpenFiles, "ulimit"),
        (.heldLock, "process"), (.sizeLimit, "ulimit -f"), (.noLocks, "locks"), (.readOnly, "read-only"),
        (.unusablePlace, "path"),
    ])
    func 妨げになったものに応じた助言をする(hindrance: Hindrance, word: String) {
        let advice = ErrorReport(.unwritten(.state, hindrance)).advice.text(in: .en)

        #expect(advice.contains(word))
        for other in Hindrance.allCases where other != hindrance {
            #expect(ErrorReport(.unwritten(.state, other)).advice.text(in: .en) != advice)
        }
    }

    @Test(arguments: [
        (StoreContent?.some(.state), "--state-dir"), (.recording, "another file"),
        (StoreContent("orders"), "another place"), (nil, "--store file"),
    ])
    func 置き場所の助言はそこに書くものに応じる(content: StoreContent?, word: String) {
        let advice = ErrorReport(.unwritten(content, .noSpace)).advice.text(in: .en)

        #expect(advice.contains(word))
        #expect(advice.contains("--state-dir") == (word == "--state-dir"))
    }

    private static let contents: [StoreContent?] = [
        nil, .state, .recording, .leftovers, .coverage, .database, .backup, StoreContent("orders"),
    ]
    private static let hindrances: [Hindrance?] = [nil] + Hindrance.allCases.map(Optional.some)

    /// A restored backup of a database would lose everything that was recorded since.
    @Test(arguments: contents)
    func 新しいバージョンのデータベースにだけ_新しいものを入れ直すよう助言する(content: StoreContent?) {
        let newer = ErrorReport(.damaged(content, .newerVersion))

        let isDatabase = content == .database
        #expect(newer.message.text(in: .en).contains("The database is of a newer version") == isDatabase)
        #expect(newer.message.text(in: .en).contains("Written by a later version of this program") == !isDatabase)
        #expect(newer.advice.text(in: .en).contains("Install the newer version again.") == isDatabase)
        #expect(newer.advice.text(in: .en).contains("Upgrade this program") == !isDatabase)
        for other in Self.hindrances where other != .newerVersion {
            let report = ErrorReport(.damaged(content, other))
            #expect(report.message.text(in: .en).contains("Damaged"), "\(String(describing: other))")
            #expect(!report.advice.text(in: .en).contains("Install the newer version"), "\(String(describing: other))")
            #expect(!report.advice.text(in: .en).contains("Upgrade"), "\(String(describing: other))")
        }
    }

    @Test func 記録から読み戻した内容は_ライブラリのものだけがその言葉を持つ() throws {
        func decoded(_ content: StoreContent) throws -> String {
            let read = try JSONDecoder().decode(StoreContent.self, from: JSONEncoder().encode(content))
            return ErrorReport(.unwritten(read, .noSpace)).advice.text(in: .en)
        }

        #expect(try decoded(.recording).hasSuffix("You can name another file."))
        #expect(try decoded(.database).hasSuffix("You can name another place."))
        #expect(String(decoding: try JSONEncoder().encode(StoreContent.state), as: UTF8.self) == #""file""#)
    }

    @Test func 確かめられない変更は行われていないと言わない() {
        let message = ErrorReport(.unwritten(.state, .unconfirmed)).message.text(in: .en)

        #expect(!message.contains("not made"))
    }
}

private struct Hindered: HinderedError {
    let hindrance: Hindrance?
}

extension ErrorWrapper {
    fileprivate static func unread(_ content: StoreContent?, _ hindrance: Hindrance?) -> ErrorWrapper {
        .system(
            error: .dataStore(.unreadable(location: "f", content: content)), causedBy: Hindered(hindrance: hindrance))
    }

    fileprivate static func unwritten(_ content: StoreContent?, _ hindrance: Hindrance?) -> ErrorWrapper {
        .system(
            error: .dataStore(.unwritable(location: "f", content: content)), causedBy: Hindered(hindrance: hindrance))
    }

    fileprivate static func damaged(_ content: StoreContent?, _ hindrance: Hindrance?) -> ErrorWrapper {
        .system(
            error: .dataStore(.damaged(location: "f", content: content)), causedBy: Hindered(hindrance: hindrance))
    }
}
