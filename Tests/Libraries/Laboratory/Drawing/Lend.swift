import UsecasesEngine
import UsecasesTestSupport

/// What a reader asks a library for.
struct LoanRequest: Sendable, Hashable, Codable, CustomStringConvertible {
    var title = 10
    var days = 14
    var copies = 1

    var description: String { "title of \(title) characters, \(days) days, \(copies) copies" }
}

/// What the library knows about a reader.
struct Reader: Storable {
    var age = 30
    var loans = 2
    var cents = 0
    var memberForDays = 100
    var reservations: [Int] = []
}

/// A mistake of the kind that a programmer makes at a boundary.
enum BoundaryMistake: CaseIterable, Sendable {
    case emptyTitle, shorterTitle, longerTitle, titleInUnits, noDay, shorterLoan, longerLoan, loanInWeeks
    case noCopy, fewerCopies, moreCopies, olderReader, youngerReader, fewerLoans, moreLoans, lowerDebt, higherDebt
    case debtInEuros, shorterMembership, nothingReserved

    /// The mistake of the rules in this task, or `nil` for rules without one.
    @TaskLocal static var planted: BoundaryMistake?
}

/// Lends a book, by rules with boundaries. Each rule has a mistake above or below its boundary.
enum Lend: Usecase {
    enum Basics: SceneName { case 図書館は依頼を調べる(request: LoanRequest), 図書館は利用者を調べる(request: LoanRequest) }
    enum Alternatives: SceneName { case 子どもの場合_図書館は年齢に合うかを調べる }
    enum Goals: SceneName {
        case 図書館は貸し出す, 予約した場合_図書館は取っておいた本を渡す, 子どもの場合_図書館は貸し出す
        case 依頼が正しくない場合_図書館は断る, 借りすぎた場合_図書館は断る, 会費が要る場合_図書館は求める
    }

    /// Whether it costs one call more.
    @TaskLocal static var readsTwice = false

    static let title = "本を借りる"
    static let actors: Set<Actor> = [.user]
    static let reader = Key<Reader>("reader", example: ("known", Reader())) { choices in
        Reader(
            age: choices.number("age", in: 0...120), loans: choices.number("loans", in: 0...20),
            cents: choices.number("cents", in: 0...100_000),
            memberForDays: choices.number("member for days", in: 0...1000),
            reservations: .init(repeating: 1, count: choices.number("reservations", in: 0...3)))
    }

    static func initial(_ request: LoanRequest) -> Step<Self> { .basic(.図書館は依頼を調べる(request: request)) }
    static let beginnings = [initial(LoanRequest()), initial(LoanRequest(title: 0))]
    static let drawnBeginning: (@Sendable (inout RandomChoices) -> Step<Self>)? = { choices in
        initial(
            LoanRequest(
                title: choices.number("title", in: 0...500), days: choices.number("days", in: 0...60),
                copies: choices.number("copies", in: 0...10)))
    }

    static func next(after scene: Step<Self>, with dependencies: Dependencies) async throws(ErrorWrapper) -> Scene<Self>
    {
        let planted = BoundaryMistake.planted
        switch scene {
        case .basic(.図書館は依頼を調べる(let request)):
            let isPossible =
                titles(planted).contains(request.title) && days(planted).contains(request.days)
                && copies(planted).contains(request.copies)
            return isPossible ? .basic(.図書館は利用者を調べる(request: request)) : .last(.依頼が正しくない場合_図書館は断る)
        case .basic(.図書館は利用者を調べる):
            if readsTwice { _ = try await dependencies.dataStore.get(Key<Int>("more", example: ("more", 1))) }
            guard let reader = try await dependencies.dataStore.get(reader) else { return .last(.会費が要る場合_図書館は求める) }
            return judge(reader, planted)
        case .alternate(.子どもの場合_図書館は年齢に合うかを調べる): return .last(.子どもの場合_図書館は貸し出す)
        }
    }

    private static func judge(_ reader: Reader, _ planted: BoundaryMistake?) -> Scene<Self> {
        let loans = planted == .fewerLoans ? 9 : planted == .moreLoans ? 11 : 10
        let cents =
            switch planted {
            case .lowerDebt: 999
            case .higherDebt: 1001
            case .debtInEuros: 10
            default: 1000
            }
        let member = planted == .shorterMembership ? 364 : 365
        let adult = planted == .olderReader ? 19 : planted == .youngerReader ? 17 : 18
        if reader.loans >= loans { return .last(.借りすぎた場合_図書館は断る) }
        if reader.cents > cents || reader.memberForDays > member { return .last(.会費が要る場合_図書館は求める) }
        if reader.age < adult { return .alternate(.子どもの場合_図書館は年齢に合うかを調べる) }
        let hasReserved = planted == .nothingReserved ? reader.reservations.count > 1 : !reader.reservations.isEmpty
        return .last(hasReserved ? .予約した場合_図書館は取っておいた本を渡す : .図書館は貸し出す)
    }

    private static func titles(_ planted: BoundaryMistake?) -> ClosedRange<Int> {
        switch planted {
        case .emptyTitle: 0...200
        case .shorterTitle: 1...199
        case .longerTitle: 1...201
        case .titleInUnits: 1...100
        default: 1...200
        }
    }

    private static func days(_ planted: BoundaryMistake?) -> ClosedRange<Int> {
        switch planted {
        case .noDay: 0...28
        case .shorterLoan: 1...27
        case .longerLoan: 1...29
        case .loanInWeeks: 1...4
        default: 1...28
        }
    }

    private static func copies(_ planted: BoundaryMistake?) -> ClosedRange<Int> {
        switch planted {
        case .noCopy: 0...5
        case .fewerCopies: 1...4
        case .moreCopies: 1...6
        default: 1...5
        }
    }
}
