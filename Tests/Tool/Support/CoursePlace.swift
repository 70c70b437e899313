import Foundation
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesTool

/// A source with a course of two exercises, and a place for the folder of the course.
struct CoursePlace {
    let directory: TemporaryDirectory
    let folder: Folder

    init() throws {
        directory = TemporaryDirectory()
        folder = Folder(directory.path)
        try write("manifest", to: "source/Package.swift")
        try write("library", to: "source/Libraries/Library.swift")
        for package in ["swift-argument-parser", "swift-http-types"] {
            try write("package", to: "source/.build/checkouts/\(package)/Package.swift")
            try write("spec", to: "source/.build/checkouts/\(package)/Tests/Spec.swift")
        }
        try write(
            "[.package(name: \"calearning\", path: \"../..\"), "
                + ".package(url: \"https://x/swift-argument-parser\", from: \"1.0.0\")]",
            to: "source/Course/application/Package.swift")
        try write("libraries", to: "source/Course/application/Packages/calearning/Package.swift")
        try write("common", to: "source/Course/application/Sources/Common.swift")
        try write("name: \"calearning\", path: \"..\" Starter starter", to: "source/Starter/Package.swift")
        for name in ["01-one", "02-two"] {
            let exercise = "source/Course/\(name)/"
            try write("Read this.", to: "source/Course/application/Exercises/\(name)/README.md")
            let hints = #"[{"en":"h1","ja":"ヒ1"},{"en":"h2","ja":"ヒ2"}]"#
            try write(
                #"{"title":{"en":"T","ja":"題"},"hints":\#(hints),"usecase":"Greet"}"#, to: exercise + "exercise.json")
            try write("given", to: "source/Course/application/Sources/\(name).swift")
            try write("solved", to: exercise + "solution/Sources/\(name).swift")
            try write("added", to: exercise + "solution/Sources/\(name)-added.swift")
        }
    }

    func write(_ text: String, to file: String) throws { try folder.write(Data(text.utf8), to: file) }

    func text(of file: String) throws -> String { String(decoding: try folder.read(file), as: UTF8.self) }

    var source: SourceRoot? { SourceRoot(executable: folder.path(of: "source/.build/debug/x")) }

    func courseChecker(path: String? = nil, buildTimeout: Duration = .seconds(60)) -> SwiftCourseChecker {
        SwiftCourseChecker(
            directory: folder.path(of: "course"), source: source, environment: path.map { ["PATH": $0] } ?? [:],
            clock: ImmediateClock(), buildTimeout: buildTimeout)
    }

    func courseFolder(_ name: String = "course") -> FileCourseFolder {
        FileCourseFolder(
            directory: folder.path(of: name), source: source, clock: ImmediateClock(),
            randomSource: SeededRandomSource())
    }
}

extension Exercise {
    /// Returns one of the two exercises.
    static func fixture(_ number: Int, isPassed: Bool = false) -> Exercise {
        Exercise(
            number: number, name: ["01-one", "02-two"][number - 1], title: Sentence(en: "T", ja: "題"),
            isPassed: isPassed)
    }
}
