import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesTool

/// The commands of the course that need no build. `make course-check` covers the others.
@Suite struct 講座のコマンド {
    private let directory: TemporaryDirectory

    init() throws {
        directory = TemporaryDirectory()
    }

    private func learn(_ arguments: String...) async throws -> ProgramProcess.Result {
        try await ProgramProcess(
            ["learn"] + arguments + ["--directory", directory.path + "/course"], program: Product.own.name
        ).run()
    }

    @Test func フォルダを作り_一覧とヒントを示し_元に戻し_解けていない解答は見せない() async throws {
        let started = try await learn()
        let continued = try await learn()
        let list = try await learn("list")
        let hints = [try await learn("hint", "2"), try await learn("hint", "2", "--language", "ja")]
        let exercise = directory.path + "/course/Sources/Application/BorrowBook.swift"
        let given = try Data(contentsOf: URL(filePath: exercise))
        let (unsolved, unknown) = (try await learn("solution", "2"), try await learn("solution", "99"))
        try Data("mine".utf8).write(to: URL(filePath: exercise))
        let reset = try await learn("reset", "2", "--yes")

        let page = try Repository.text(of: "docs/tutorial/course.md")
        let shown = started.output.replacing(directory.path + "/course", with: "\(Product.own.name)-course")
        #expect(page.contains("```console\n$ \(Product.own.name) learn\n\(shown)```"))
        #expect(continued.output.contains("already, and nothing was changed"))
        #expect(list.output.hasPrefix("0 of 10 exercises are passed.\n· 1. Read and run\n"))
        #expect(hints[0].output.hasPrefix("2. The missing alternative, hint 1 of 2\n"))
        #expect(hints[1].output.hasPrefix("2. 足りない代替シーン、ヒント2/2\n"))
        #expect(reset.output.contains("/course/Kept/02-the-missing-alternative-"))
        try expect(Data(contentsOf: URL(filePath: exercise)), equals: given)
        #expect(unsolved.status == 77)
        #expect(unknown.status == 64)
        #expect(unknown.output.contains("from 1 to 10"))
        for result in [started, continued, list, reset] + hints { #expect(result.status == 0, "\(result.errors)") }
    }

    @Test func 使えない名前と_ないフォルダと_ない練習問題は断る() async throws {
        try directory.write("mine", to: "course")

        let occupied = try await learn()
        let missing = try await learn("list")
        let nobody = try await learn("reset", "2")
        let option = try await learn("check", "-1")

        #expect(occupied.output.hasPrefix("Something else already exists: "))
        #expect(missing.output.hasPrefix("The folder of the course is missing: "))
        #expect(nobody.errors.contains("--yes"))
        #expect(option.errors.contains("'-1' was taken for an option. Write '-- -1'"))
        for result in [occupied, missing, nobody, option] { #expect(result.status == 64) }
        try expect(directory.text(of: "course"), equals: "mine")
    }
}
