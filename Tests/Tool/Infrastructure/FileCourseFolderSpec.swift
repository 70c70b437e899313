import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesTool

@Suite struct 講座のフォルダ {
    @Test func アプリケーションと練習問題を書き出す() async throws {
        let place = try CoursePlace()

        let opened = try await place.courseFolder().open()

        #expect(opened == .made(directory: place.folder.path(of: "course"), first: .fixture(1)))
        try expect(place.text(of: "course/Sources/Common.swift"), equals: "common")
        try expect(place.text(of: "course/Sources/02-two.swift"), equals: "given")
        #expect(
            try place.text(of: "course/Package.swift")
                == "[.package(name: \"calearning\", path: \"Packages/calearning\"), "
                + ".package(path: \"Packages/swift-argument-parser\")]")
        try expect(place.text(of: "course/Packages/calearning/Libraries/Library.swift"), equals: "library")
        try expect(place.text(of: "course/Packages/calearning/Package.swift"), equals: "libraries")
        try expect(place.text(of: "course/Packages/swift-http-types/Package.swift"), equals: "package")
        #expect(!place.folder.has("course/Packages/swift-http-types/Tests/Spec.swift"))
        try expect(place.text(of: "course/Exercises/01-one/README.md"), equals: "Read this.")
        #expect(!place.folder.has("course/Sources/02-two-added.swift"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place.folder.path).sorted() == ["course", "source"])
    }

    @Test func すでにあれば何も変えずに続きを示す() async throws {
        let place = try CoursePlace()
        _ = try await place.courseFolder().open()
        try place.write("mine", to: "course/Sources/01-one.swift")
        _ = try await place.courseFolder().recordPass(of: .fixture(1))

        let opened = try await place.courseFolder().open()

        #expect(opened == .continued(directory: place.folder.path(of: "course"), next: .fixture(2)))
        try expect(place.text(of: "course/Sources/01-one.swift"), equals: "mine")
    }

    @Test func 別のものがある場所と_ありえない場所は断る() async throws {
        let place = try CoursePlace()
        try place.write("mine", to: "taken/file")
        try place.write("mine", to: "file")

        for name in ["taken", "file"] {
            try await expect(
                place.courseFolder(name).open(), equals: .refused(.occupied(place.folder.path(of: name))))
        }
        for name in ["no/such/course", "file/course", "a\u{FFFD}"] {
            try await expect(
                place.courseFolder(name).open(), equals: .refused(.unusable(place.folder.path(of: name))))
        }
        try expect(place.text(of: "taken/file"), equals: "mine")
    }

    @Test func 作りかけは残さない() async throws {
        let place = try CoursePlace()
        try place.folder.remove("source/Course/application/Package.swift")

        await #expect(throws: ErrorWrapper.self) { try await place.courseFolder().open() }

        try expect(FileManager.default.contentsOfDirectory(atPath: place.folder.path), equals: ["source"])
    }

    @Test func 進み具合を答える() async throws {
        let place = try CoursePlace()
        let directory = place.folder.path(of: "course")
        try await expect(place.courseFolder().lessons(), equals: .refused(.noFolder(directory)))
        _ = try await place.courseFolder().open()

        try await expect(place.courseFolder().recordPass(of: .fixture(1)), equals: .fixture(2))
        try await expect(
            place.courseFolder().lessons(), equals: .exercises([.fixture(1, isPassed: true), .fixture(2)]))
        try await expect(place.courseFolder().recordPass(of: .fixture(2)), equals: nil)
    }

    @Test func ヒントは二段階で示す() async throws {
        let place = try CoursePlace()
        _ = try await place.courseFolder().open()

        var steps: [Int] = []
        for _ in 1...3 { steps.append(try await place.courseFolder().hint(for: .fixture(1)).step) }

        #expect(steps == [1, 2, 2])
        try await expect(
            place.courseFolder().hint(for: .fixture(2)),
            equals: Hint(step: 1, text: Sentence(en: "h1", ja: "ヒ1")))
    }

    @Test func その練習問題だけを元に戻し_書き換えの写しを残す() async throws {
        let place = try CoursePlace()
        _ = try await place.courseFolder().open()
        for name in ["01-one", "02-two", "01-one-added"] { try place.write("mine", to: "course/Sources/\(name).swift") }
        _ = try await place.courseFolder().recordPass(of: .fixture(1))

        let copies = try #require(try await place.courseFolder().restore(.fixture(1)))

        try expect(place.text(of: "course/Sources/01-one.swift"), equals: "given")
        try expect(place.text(of: "course/Sources/02-two.swift"), equals: "mine")
        #expect(!place.folder.has("course/Sources/01-one-added.swift"))
        for name in ["01-one", "01-one-added"] {
            #expect(String(decoding: try Folder(copies).read("Sources/\(name).swift"), as: UTF8.self) == "mine")
        }
        try await expect(place.courseFolder().lessons(), equals: .exercises([.fixture(1), .fixture(2)]))
        try await expect(place.courseFolder().restore(.fixture(1)), equals: nil)
    }

    @Test func 解答を読む() async throws {
        let place = try CoursePlace()

        try await expect(
            place.courseFolder().solution(of: .fixture(1)),
            equals: [
                SolvedFile(path: "Sources/01-one-added.swift", text: "added"),
                SolvedFile(path: "Sources/01-one.swift", text: "solved"),
            ])
    }

    @Test(arguments: [
        "{", #"{"format":"other/1"}"#, #"{"format":"calearning.course/1","01-one":{"passed":1,"hints":0}}"#,
    ])
    func 壊れた進み具合はそう伝え_手を加えない(content: String) async throws {
        let place = try CoursePlace()
        _ = try await place.courseFolder().open()
        try place.write(content, to: "course/progress.json")

        let error = await #expect(throws: ErrorWrapper.self) { try await place.courseFolder().lessons() }

        #expect(error?.name == "内容が壊れています")
        #expect(error?.args == ["folder": place.folder.path(of: "course/progress.json")])
        try expect(place.text(of: "course/progress.json"), equals: content)
    }

    @Test func 教材がなければ探した場所を示す() async throws {
        let courseFolder = FileCourseFolder(
            directory: "course", source: nil, clock: ImmediateClock(), randomSource: SeededRandomSource())
        let place = SourceRoot.executable ?? ""

        try await expect(courseFolder.open(), equals: .refused(.noMaterial(place)))
        try await expect(courseFolder.lessons(), equals: .refused(.noMaterial(place)))
    }
}

@Suite struct プログラムのソース {
    @Test func クローンの中なら_PackageとCourseのあるいちばん近いフォルダ() throws {
        let place = try CoursePlace()
        let source = try #require(SourceRoot(executable: place.folder.path(of: "source/.build/x/debug/program")))

        #expect(source.path == place.folder.path(of: "source"))
        #expect(source.packages == place.folder.path(of: "source/.build/checkouts"))
    }

    @Test func インストールされていれば_binの隣のshare() throws {
        let place = try CoursePlace()
        try place.write("", to: "usr/share/\(LibrarySource.package)/source/Package.swift")
        let source = try #require(SourceRoot(executable: place.folder.path(of: "usr/bin/\(Product.own.name)")))

        #expect(source.path == place.folder.path(of: "usr/share/\(LibrarySource.package)/source"))
        #expect(source.packages == place.folder.path(of: "usr/share/\(LibrarySource.package)/packages"))
    }

    @Test func どこにもなければない() throws {
        let place = try CoursePlace()

        #expect(SourceRoot(executable: place.folder.path(of: "usr/bin/\(Product.own.name)")) == nil)
        #expect(SourceRoot(executable: "program") == nil)
    }
}

@Suite struct 信じられない講座のフォルダ {
    @Test(.enabled(if: geteuid() == 0)) func 別のユーザのフォルダでは何もしない() async throws {
        let place = try CoursePlace()
        _ = try await place.courseFolder().open()
        chown(place.folder.path(of: "course"), 65534, 65534)

        for operation in [
            { _ = try await place.courseFolder().open() }, { _ = try await place.courseFolder().lessons() },
            { _ = try await place.courseFolder().restore(.fixture(1)) },
            { _ = try await place.courseFolder().hint(for: .fixture(1)) },
            { _ = try await place.courseChecker().build() },
        ] as [() async throws -> Void] {
            let error = await #expect(throws: ErrorWrapper.self) { try await operation() }
            #expect(error?.hindrance == .foreignOwner)
        }
        #expect(!place.folder.has("course/Kept"))
    }

    @Test func グループが書けるだけなら使う() async throws {
        let place = try CoursePlace()
        _ = try await place.courseFolder().open()
        chmod(place.folder.path(of: "course"), 0o775)

        try await expect(place.courseFolder().restore(.fixture(1)), equals: nil)
    }

    @Test(arguments: ["course/Sources/01-one.swift", "course/Sources", "course/Exercises", "course/Kept"])
    func リンクをたどって読みも書きもしない(part: String) async throws {
        let place = try CoursePlace()
        _ = try await place.courseFolder().open()
        try place.write("changed", to: "course/Sources/01-one.swift")
        let outside = TemporaryDirectory()
        try outside.write("private", to: "01-one.swift")
        let path = place.folder.path(of: part)
        try? FileManager.default.removeItem(atPath: path)
        symlink(outside.path + (part.hasSuffix(".swift") ? "/01-one.swift" : ""), path)

        await #expect(throws: ErrorWrapper.self) { try await place.courseFolder().restore(.fixture(1)) }

        try expect(FileManager.default.contentsOfDirectory(atPath: outside.path), equals: ["01-one.swift"])
        try expect(outside.text(of: "01-one.swift"), equals: "private")
        let kept = place.folder.folder("course").files.filter { $0.hasPrefix("Kept/") }
        #expect(try kept.allSatisfy { try place.text(of: "course/" + $0) != "private" })
    }
}
