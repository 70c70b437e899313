public import UsecasesEngine

/// The exit status of the program, following sysexits(3).
public enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
    /// A goal was reached.
    case success = 0
    /// A replay differs from its recording, a run from the known scenarios, or a result from the request. It equals the
    /// status of diff(1).
    case differs = 1
    /// An option, an argument or a variable is refused.
    case wrongUsage = 64
    /// A file is damaged, or a response does not have the agreed form.
    case badData = 65
    /// A user does not exist. Only goals have this status.
    case notFound = 67
    /// A server is unavailable or has problems.
    case unavailable = 69
    /// Any other system error.
    case systemError = 70
    /// The store, a file or standard output cannot be read or written.
    case storeFailure = 74
    /// The user must wait. Only goals have this status.
    case tryAgainLater = 75
    /// The server refused the request.
    case refusedByServer = 76
    /// The user is not allowed to do this.
    case notAllowed = 77
    /// The user interrupted the program.
    case interrupted = 130
}

extension ExitStatus {
    /// Returns the status of a program whose run ends with this error.
    public init(_ error: ErrorWrapper) {
        switch error {
        case .service(.client(.networkUnreachable), _, _): self = .unavailable
        case .service(.server(_, let status), _, _): self = Self.refusal(status)
        case .service(.authorization(.notPermitted), _, _): self = .notAllowed
        case .system(.api(let error), _, _): self = Self.api(error)
        case .system(.mock, _, _), .system(.dependency, _, _): self = .systemError
        case .system(.dataStore(.unreadable), _, _), .system(.dataStore(.unwritable), _, _): self = .storeFailure
        case .system(.dataStore(.damaged), _, _): self = .badData
        case .system(.task(.interrupted), _, _): self = .interrupted
        case .system(.application(let error), _, _): self = error.meaning == .crowded ? .unavailable : .systemError
        }
    }

    private static func refusal(_ status: Int) -> ExitStatus {
        switch status {
        case 401, 403: .notAllowed
        case 500...: .unavailable
        default: .refusedByServer
        }
    }

    private static func api(_ error: SystemErrors.API) -> ExitStatus {
        switch error {
        case .clientUnusable, .exchangeFailed: .systemError
        case .errorResponseUndecodable(let status, _): status >= 500 ? .unavailable : .badData
        case .responseUndecodable: .badData
        }
    }
}

extension ExitStatus {
    /// The meaning in every application, for the help of the program. It is `nil` for a status that only goals have.
    public var meaning: Sentence? {
        switch self {
        case .success: Sentence(en: "a goal was reached", ja: "ゴールに達した")
        case .differs:
            Sentence(
                en:
                    """
                    a replay differs from its recording, an audit found a run on an unknown path, an invariant is \
                    broken, a version resumes differently, or you did not confirm
                    """,
                ja: "違いが見つかった(再生と記録、実行と想定、バージョンごとの再開)、不変条件が破れた、または確認に「はい」と答えなかった")
        case .wrongUsage:
            Sentence(
                en: "wrong usage: an option, an argument or a variable is refused", ja: "使い方の誤り: オプション、引数、変数のいずれかが正しくない"
            )
        case .badData:
            Sentence(
                en: "bad data: a damaged file, or a response that does not have the agreed form",
                ja: "データの誤り: ファイルが壊れている、またはレスポンスが決められた形ではない")
        case .notFound, .tryAgainLater: nil
        case .unavailable:
            Sentence(
                en: "a server is unavailable or has problems, or its address cannot be used",
                ja: "サーバに接続できないか、サーバに問題がある。またはそのアドレスが使えない")
        case .systemError:
            Sentence(
                en:
                    "another system error, the laboratory found a fault in a use case, or unfinished work was given up",
                ja: "その他のシステムエラー、実験室がユースケースの欠陥を見つけた、または仕事が途中で打ち切られた")
        case .storeFailure:
            Sentence(
                en: "the store, a file or standard output cannot be read or written",
                ja: "ストア、ファイル、標準出力のいずれかを読み書きできない")
        case .refusedByServer: Sentence(en: "the server refused the request", ja: "サーバがリクエストを拒否した")
        case .notAllowed: Sentence(en: "not allowed", ja: "許可されていない")
        case .interrupted:
            Sentence(
                en: "interrupted; 129 or 143 if SIGHUP or SIGTERM stopped it", ja: "中断された。SIGHUPなら129、SIGTERMなら143")
        }
    }

    /// Returns a line for each possible status of a program with these use cases. The line has its general meaning and
    /// the goals that end with it.
    public static func list(of usecases: [any Usecase.Type], in language: Language) -> String {
        let goals = usecases.map { $0.goalStatuses }
        return allCases.compactMap { status in
            var reasons: [String] = []
            for reason in goals.flatMap({ $0[status] ?? [] }).map({ $0.text(in: language) })
            where !reasons.contains(reason) {
                reasons.append(reason)
            }
            let goal = language.text(
                en: "a goal: \(reasons.joined(separator: "; "))", ja: "ゴール: \(reasons.joined(separator: "、"))")
            let parts = [status.meaning?.text(in: language), reasons.isEmpty ? nil : goal].compactMap(\.self)
            guard !parts.isEmpty else { return nil }
            let number = "\(status.rawValue)"
            let gap = String(repeating: " ", count: 5 - number.count)
            return "  \(number)\(gap)\(parts.joined(separator: language.text(en: "; ", ja: "。")))"
        }.joined(separator: "\n")
    }
}
