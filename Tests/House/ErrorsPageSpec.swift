import CalearningInfrastructure
import Foundation
import Testing
import Usecases

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

@Suite struct エラーのページ {
    @Test(arguments: CompositionRoot.allErrors.indices)
    func どのエラーにもASCIIの名前がある(index: Int) {
        let error = CompositionRoot.allErrors[index]

        #expect(
            error.asciiName.wholeMatch(of: #/[a-z]+(-[a-z]+)*/#) != nil,
            "Libraries/Usecases/Errors/ErrorWrapper.swift lacks \(error.name)")
    }

    @Test func 違うエラーは違うASCIIの名前を持つ() {
        let names = Set(CompositionRoot.allErrors.map(\.name))

        #expect(Set(names.map(ErrorWrapper.asciiName(of:))).count == names.count)
    }

    @Test(arguments: CompositionRoot.allErrors.indices)
    func どのエラーも二つの言語で何が起きたかと何をすべきかを言う(index: Int) {
        let report = ErrorReport(CompositionRoot.allErrors[index])

        for sentence in [report.message, report.advice] {
            #expect(sentence.text(in: .en).unicodeScalars.allSatisfy { !("ぁ"..."ヶ").contains($0) })
            #expect(sentence.text(in: .ja).unicodeScalars.contains { ("ぁ"..."ヶ").contains($0) })
        }
    }

    @Test func 使い方の誤りはすべて例がある() throws {
        let source = try Repository.text(of: "Libraries/Terminal/Help/UsageError.swift")
        let declaration = try #require(source.firstMatch(of: #/(?s)enum UsageError: .*?\n}\n/#)).0
        let cases = declaration.matches(of: #/(?m)^    case (\w+)/#).map { String($0.1) }
        let examples = CompositionRoot.allUsageErrors.map { "\($0)".prefix { $0 != "(" } }

        // The catalogue of an application may have no arguments that can be malformed.
        #expect(Set(cases).subtracting(examples.map(String.init)).subtracting(["malformed"]) == [])
        #expect(cases.count > 20)
    }

    @Test(arguments: CompositionRoot.allUsageErrors.indices)
    func 使い方の誤りも二つの言語で言う(index: Int) {
        let sentence = CompositionRoot.allUsageErrors[index].sentence

        #expect(sentence.text(in: .en).unicodeScalars.allSatisfy { !("ぁ"..."ヶ").contains($0) })
        #expect(sentence.text(in: .ja).unicodeScalars.contains { ("ぁ"..."ヶ").contains($0) })
    }

    @Test func 日本語の文に英語の句はない() {
        let reports = CompositionRoot.allErrors.map { ErrorReport($0) }
        let sentences: [Sentence] =
            reports.flatMap { [$0.message, $0.advice] } + CompositionRoot.allUsageErrors.map(\.sentence)
            + ExitStatus.allCases.compactMap(\.meaning)

        for sentence in sentences {
            // The server of the examples says it.
            let japanese = sentence.text(in: .ja).replacing("What the server says.", with: "")
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
    fileprivate static func unwritten(_ content: StoreContent?, _ hindrance: Hindrance) -> ErrorWrapper {
        .system(error: .dataStore(.書き込みに失敗(location: "f", content: content)), causedBy: Hindered(hindrance: hindrance))
    }

    fileprivate static func damaged(_ content: StoreContent?, _ hindrance: Hindrance?) -> ErrorWrapper {
        .system(
            error: .dataStore(.内容が壊れています(location: "f", content: content)), causedBy: Hindered(hindrance: hindrance))
    }
}
