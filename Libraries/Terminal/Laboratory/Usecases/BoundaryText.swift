import UsecasesEngine
import UsecasesLaboratory

extension Exploration {
    /// The values that change the course, for an exploration in one language.
    func boundaryLines(in language: Language) -> [String] {
        let goals = Set(usecase.scenes.filter { $0.course == .goal }.map(\.name))
        return boundaries.flatMap { boundary in
            let others = boundary.others.isEmpty ? "" : " (\(boundary.others.joined(separator: ", ")))"
            let parts = boundary.parts.map { part in
                let range =
                    part.first == part.last
                    ? part.first : language.text(en: "\(part.first) to \(part.last)", ja: "\(part.first)〜\(part.last)")
                let next = part.next.map { (goals.isDisjoint(with: $0.scenes) ? "" : "◎ ") + "\($0)" } ?? "∞"
                return "  \(range) → \(next)"
            }
            return ["\(boundary.place), \(boundary.label)\(others)"] + parts
        }
    }
}

extension Sentence {
    static let boundaries = Sentence(en: "Drawn values that change the course:", ja: "引いた値のうち、道筋を変えるもの:")

    static func drawn(_ draws: Explorer.Draws) -> Sentence {
        Sentence(
            en: "\(draws.count) values were drawn at each place with seed \(draws.seed).",
            ja: "各所で\(draws.count)個の値をシード\(draws.seed)で引いた。")
    }
}
