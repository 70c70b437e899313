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
    }
}
