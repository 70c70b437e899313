import Foundation
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesTool

enum CourseFolderOutcomes: OutcomeProducer {
    static let port = Port<any CourseFolder>.name

    static func produce(for outcomes: ProducedOutcomes) async throws {
        try await answer(outcomes)
        for fault in DocumentFault.allCases {
            let place = try CoursePlace()
            _ = try await place.courseFolder().open()
            try place.write("changed", to: "course/Sources/01-one.swift")
            try fault.befall(place.folder.path(of: "course/progress.json"))
            await ask(outcomes.port(\.courseFolder, place.courseFolder()))
        }
        try await failInMaterial(outcomes)
    }

    private static func answer(_ outcomes: ProducedOutcomes) async throws {
        let place = try CoursePlace()
        try place.write("mine", to: "taken/file")
        for name in ["taken", "no/such/folder"] {
            _ = try await outcomes.port(\.courseFolder, place.courseFolder(name)).open()
        }
        let courseFolder = outcomes.port(\.courseFolder, place.courseFolder())
        _ = try await courseFolder.lessons()
        _ = try await courseFolder.open()
        try place.write("changed", to: "course/Sources/01-one.swift")
        await ask(courseFolder)
        _ = try await courseFolder.restore(.fixture(1))
        for number in 1...2 { _ = try await courseFolder.recordPass(of: .fixture(number)) }
    }

    private static func failInMaterial(_ outcomes: ProducedOutcomes) async throws {
        let place = try CoursePlace()
        // Too large for a file of the program.
        truncate(
            place.folder.path(of: "source/Course/01-one/solution/Sources/01-one.swift"), off_t(InputFile.sizeLimit + 1))
        try place.folder.remove("source/Course/application/Package.swift")
        await ask(outcomes.port(\.courseFolder, place.courseFolder()))
        let none = FileCourseFolder(
            directory: place.folder.path(of: "none"), source: nil, clock: ImmediateClock(),
            randomSource: SeededRandomSource())
        await ask(outcomes.port(\.courseFolder, none))
    }

    private static func ask(_ courseFolder: any CourseFolder) async {
        _ = try? await courseFolder.open()
        _ = try? await courseFolder.lessons()
        _ = try? await courseFolder.hint(for: .fixture(1))
        _ = try? await courseFolder.recordPass(of: .fixture(1))
        _ = try? await courseFolder.restore(.fixture(1))
        _ = try? await courseFolder.solution(of: .fixture(1))
    }
}
