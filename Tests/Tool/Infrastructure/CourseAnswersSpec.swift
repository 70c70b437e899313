import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesTool

@Suite struct 質問への答え {
    private static let asked = #"""
        {"usecase": "Greet", "question": {"file": "answer.txt", "right": ["5"], "wrong": {
          "7": {"en": "All of them", "ja": "すべて"}, "*": {"en": "Count", "ja": "数えて"}}}}
        """#

    private func differences(_ answer: String?, _ asked: String = Self.asked) throws -> [Difference] {
        let directory = TemporaryDirectory()
        if let answer { try directory.write(answer, to: "answer.txt") }
        return try Answers(folder: Folder(directory.path)).compare(
            JSONDecoder().decode(AskedExercise.self, from: Data(asked.utf8)))
    }

    @Test func 注記と空の行を除いた最初の行が答え() throws {
        try expect(differences("# How many?\n\n 5 \n7\n"), equals: [])
    }

    @Test func 誤った答えには_それぞれの理由を示す() throws {
        let all = Sentence(en: "All of them", ja: "すべて")
        let count = Sentence(en: "Count", ja: "数えて")

        try expect(differences("7"), equals: [.wrongAnswer(file: "answer.txt", reason: all)])
        try expect(differences("six"), equals: [.wrongAnswer(file: "answer.txt", reason: count)])
    }

    @Test(arguments: [nil, "", "# How many?\n"])
    func 答えがなければそう言う(answer: String?) throws {
        try expect(differences(answer), equals: [.noAnswer(file: "answer.txt")])
    }

    @Test(arguments: [nil, "", "no recording"])
    func 記録がなければそう言う(answer: String?) throws {
        #expect(
            try differences(answer, #"{"usecase": "Greet", "recording": "answer.txt"}"#) == [
                .noRecording(usecase: "Greet", file: "answer.txt")
            ])
    }
}
