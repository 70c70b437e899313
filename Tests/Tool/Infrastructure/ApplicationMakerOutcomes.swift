import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesTool

enum ApplicationMakerOutcomes: OutcomeProducer {
    static let port = Port<any ApplicationMaker>.name

    static func produce(for outcomes: ProducedOutcomes) async throws {
        let place = try CoursePlace()
        let path = place.folder.path(of: "shop")
        for source in [place.source, nil] {
            let maker = outcomes.port(
                \.applicationMaker, FileApplicationMaker(source: source, randomSource: SeededRandomSource()))
            for _ in 1...2 {
                _ = try await maker.isFree(path)
                _ = try? await maker.make(ApplicationOrder(name: .example, directory: path))
            }
            _ = try? await maker.isFree(place.folder.path(of: "source/Package.swift/shop"))
        }
        try await addParts(outcomes)
    }

    private static func addParts(_ outcomes: ProducedOutcomes) async throws {
        let place = try CoursePlace()
        let manifest = "\"StarterPresentation\"\n.package(name: \"calearning\", path: \"..\")"
        let usecase = "Sources/Application/Usecases/CheckStatus.swift"
        try place.write(manifest, to: "source/Starter/Package.swift")
        try place.write("usecase", to: "source/Starter/" + usecase)
        for (file, text) in [
            ("service/Package.swift", manifest + "\nservice"), ("service/Sources/Service.swift", ""),
            ("service/Notes/A.md", ""), ("sqlite/Store.swift", ""),
        ] {
            try place.write(text, to: "source/Starter/Overlays/" + file)
        }
        let maker = outcomes.port(
            \.applicationMaker, FileApplicationMaker(source: place.source, randomSource: SeededRandomSource()))
        for name in ["complete", "own", "changed", "damaged", "occupied"] {
            _ = try await maker.make(ApplicationOrder(name: .example, directory: place.folder.path(of: name)))
        }
        try place.folder.remove("own/" + usecase)
        try place.write("\"ShopPresentation\"", to: "changed/Package.swift")
        try place.folder.remove("damaged/Package.swift")
        try place.write("", to: "damaged/Package.swift/file")
        try place.write("", to: "occupied/Notes")
        try place.write("", to: "complete/Store.swift")
        _ = try await maker.add(.postgresql, to: place.folder.path(of: "complete"))
        for name in ["complete", "complete", "own", "changed", "damaged", "occupied", "none"] {
            _ = try? await maker.add(.service, to: place.folder.path(of: name))
        }
    }
}
