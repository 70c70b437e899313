import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesStorage
import UsecasesTestSupport
import UsecasesTesting

/// A port with an operation that can neither wait nor fail.
private protocol Thermometer: Sendable {
    var unit: String { get }
    func temperature() async throws(ErrorWrapper) -> Int
}

extension Port: Thermometer where Adapter == any Thermometer {
    fileprivate var unit: String { read("unit", unprovided: "K") { $0.unit } }

    fileprivate func temperature() async throws(ErrorWrapper) -> Int {
        try await call("temperature()", outcomes: [PossibleOutcome("warm", 20)] + PossibleOutcome.readErrors) {
            (adapter) async throws(ErrorWrapper) in try await adapter.temperature()
        }
    }
}

extension Dependencies {
    fileprivate var thermometer: Port<any Thermometer> {
        get { self[(any Thermometer).self] }
        set { self[(any Thermometer).self] = newValue }
    }
}

private struct WarmThermometer: Thermometer {
    let unit = "°C"

    func temperature() -> Int { 21 }
}

private enum Measure: Usecase {
    enum Basics: SceneName { case 温度を測る }
    enum Goals: SceneName { case 温度を告げる(text: String) }

    static let title = "温度を測る"
    static let actors: Set<Actor> = [.user]

    static func next(after scene: Step<Self>, with dependencies: Dependencies) async throws(ErrorWrapper) -> Scene<Self>
    {
        let temperature = try await dependencies.thermometer.temperature()
        return .last(.温度を告げる(text: "\(temperature) \(dependencies.thermometer.unit)"))
    }
}

@Suite struct 待つことも失敗もない操作の照合 {
    private func recorded() async throws -> String {
        let lines = RecordingLines()
        var dependencies = Dependencies.testing()
        dependencies.thermometer.adapter = WarmThermometer()
        dependencies.taps = [lines.tap]
        _ = try await Measure.interact(from: .basic(.温度を測る), as: .user, with: dependencies)
        return String(decoding: lines.data, as: UTF8.self)
    }

    private func audit(_ recording: String) async throws -> Audit {
        let explorer = Explorer(form: { ValueForm(encoding: $0) }) { .laboratory }
        let exploration = await explorer.explore(Measure.self, from: [.basic(.温度を測る)])
        var audit = Audit([KnownWays(exploration, names: [])])
        var runs = ObservedRuns(content: Array(recording.utf8))
        while case .events(let events)? = try runs.next() {
            for event in events { audit.add(event) }
        }
        audit.end()
        return audit
    }

    @Test func 自分のポートのものも道筋になくてよい() async throws {
        let recording = try await recorded()

        let audit = try await audit(recording)

        #expect(recording.contains(#""operation":"unit""#))
        #expect(audit.deviations == [])
        #expect(audit.counts.known == 1)
    }

    @Test func 探索の知らない呼び出しは見つかる() async throws {
        let recording = try await recorded().replacing(#""operation":"unit""#, with: #""operation":"reset()""#)

        let audit = try await audit(recording)

        #expect(audit.deviations.map(\.did) == [.call("Thermometer.reset()")])
    }
}
