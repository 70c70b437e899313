import Foundation
import UsecasesEngine
import UsecasesTestSupport

@testable import UsecasesTool

/// The toolchain and the program of the course are scripts.
enum CourseCheckerOutcomes: OutcomeProducer {
    static let port = Port<any CourseChecker>.name

    static func produce(for outcomes: ProducedOutcomes) async throws {
        let place = try CoursePlace()
        _ = try await place.courseFolder().open()
        try await build(outcomes, place)
        try await compare(outcomes, place)
        try await outcomes.port(\.courseChecker, place.courseChecker()).waitForChange()
        for fault in [DocumentFault.damaged, .unreadable] {
            try fault.befall(place.folder.path(of: "course/progress.json"))
            _ = try? await outcomes.port(\.courseChecker, place.courseChecker()).build()
        }
    }

    private static func build(_ outcomes: ProducedOutcomes, _ place: CoursePlace) async throws {
        let endless = "while :; do :; done"
        let refusal = "echo 'error: wrong'; exit 1"
        for (script, limit) in [("exit 0", 60_000), (refusal, 60_000), (endless, 10)] {
            try write(script, to: "bin/swift", in: place)
            let courseChecker = place.courseChecker(
                path: place.folder.path(of: "bin"), buildTimeout: .milliseconds(limit))
            _ = try await outcomes.port(\.courseChecker, courseChecker).build()
        }
        _ = try await outcomes.port(\.courseChecker, place.courseChecker(path: place.folder.path(of: "none"))).build()
    }

    private static func compare(_ outcomes: ProducedOutcomes, _ place: CoursePlace) async throws {
        let courseChecker = outcomes.port(\.courseChecker, place.courseChecker())
        let exploration = #"{"actors":["user"],"findings":[],"scenes":[],"ways":[]}"#
        for script in ["echo '\(exploration)'", "exit 64"] {
            try write(script, to: "course/.build/debug/\(CourseMaterial.program)", in: place)
            _ = try await courseChecker.compare(.fixture(1))
        }
        let asked = "source/Course/01-one/exercise.json"
        try place.write("{", to: asked)
        _ = try? await courseChecker.compare(.fixture(1))
        try place.folder.remove(asked)
        _ = try? await courseChecker.compare(.fixture(1))
    }

    private static func write(_ script: String, to file: String, in place: CoursePlace) throws {
        try place.write("#!/bin/sh\n\(script)\n", to: file)
        chmod(place.folder.path(of: file), 0o700)
    }
}
