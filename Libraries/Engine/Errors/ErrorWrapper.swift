/// The only error type of ports and use cases: an error of a family, the arguments of the failed call, and the cause.
public enum ErrorWrapper: Error {
    /// An expected error. `args` describes the failed call and never holds a secret.
    case service(error: ServiceErrors, args: [String: String] = [:], causedBy: (any Error)? = nil)
    /// An unexpected error. `args` describes the failed call and never holds a secret.
    case system(error: SystemErrors, args: [String: String] = [:], causedBy: (any Error)? = nil)

    /// The run was cancelled.
    public static let interrupted = ErrorWrapper.system(error: .task(.interrupted))

    /// Whether this error is ``interrupted``.
    public var isInterruption: Bool {
        if case .system(error: .task(.interrupted), _, _) = self { true } else { false }
    }

    /// The arguments of the failed call, and the location of a data store's file, keyed by the kind of its content.
    public var args: [String: String] {
        switch self {
        case .service(_, let args, _): args
        case .system(let error, let args, _): args.merging(error.args) { given, _ in given }
        }
    }

    /// The Japanese name of the error's case, such as `ネットワーク接続不可`. JSON, files and options have it.
    public var name: String {
        switch self {
        case .service(let error, _, _): error.name
        case .system(let error, _, _): error.name
        }
    }

    /// The chain of causes, the nearest first.
    package var causes: [any Error] {
        var causes: [any Error] = []
        var next = causedBy
        while let cause = next {
            causes.append(cause)
            next = (cause as? any CausedError)?.causedBy
        }
        return causes
    }

    /// The hindrance of the nearest cause that has one, or `nil` if no cause has one.
    public var hindrance: Hindrance? {
        causes.lazy.compactMap { ($0 as? any HinderedError)?.hindrance }.first
    }

    /// The status of the response, or `nil` without a response.
    public var status: Int? {
        switch self {
        case .service(.server(_, let status), _, _): status
        case .service(.client, _, _), .service(.authorization, _, _): nil
        case .system(.api(let error), _, _): error.status
        case .system(.mock, _, _), .system(.dataStore, _, _), .system(.dependency, _, _), .system(.task, _, _),
            .system(.application, _, _):
            nil
        }
    }
}

extension ErrorWrapper: CausedError {
    /// The nearest cause, or `nil` without one.
    public var causedBy: (any Error)? {
        switch self {
        case .service(_, _, let cause), .system(_, _, let cause): cause
        }
    }
}

extension SystemErrors.API {
    fileprivate var status: Int? {
        switch self {
        case .clientUnusable: nil
        case .errorResponseUndecodable(let status, _), .responseUndecodable(let status, _): status
        case .exchangeFailed(let statusCode): statusCode
        }
    }
}

/// A recorded cause, with its description, its report, and its own cause.
private struct RecordedCause: DetailedError, ExchangeError, HinderedError, CustomStringConvertible {
    let description: String
    let report: String
    let fault: ExchangeFault?
    let hindrance: Hindrance?
    let causedBy: (any Error)?
}

/// A recorded cause without a report.
private struct RecordedLine: ExchangeError, HinderedError, CustomStringConvertible {
    let description: String
    let fault: ExchangeFault?
    let hindrance: Hindrance?
    let causedBy: (any Error)?
}

/// Causes can be of any type. They are encoded as descriptions, and decoded as errors with those descriptions.
extension ErrorWrapper: Codable {
    private enum CodingKeys: CodingKey {
        case service, system, args, causedBy
    }

    /// A limit that no program reaches. Each cause is owned by the cause before it, so a chain is released recursively.
    private static let causeLimit = 1000

    private struct Cause: Codable {
        let description: String
        let report: String?
        let fault: ExchangeFault?
        /// The hindrance as text, because this version ignores values that only later versions know.
        let hindrance: String?

        init(_ cause: any Error) {
            description = "\(cause)"
            report = (cause as? any DetailedError)?.report
            fault = (cause as? any ExchangeError)?.fault
            hindrance = (cause as? any HinderedError)?.hindrance?.rawValue
        }

        func error(causedBy next: (any Error)?) -> any Error {
            let hindrance = hindrance.flatMap(Hindrance.init)
            guard let report else {
                return RecordedLine(description: description, fault: fault, hindrance: hindrance, causedBy: next)
            }
            return RecordedCause(
                description: description, report: report, fault: fault, hindrance: hindrance, causedBy: next)
        }
    }

    /// Decodes an error. Throws for an error that this version does not know, and for more than 1000 causes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let args = try container.decode([String: String].self, forKey: .args)
        let causes = try container.decode([Cause].self, forKey: .causedBy)
        guard causes.count <= Self.causeLimit else {
            throw DecodingError.dataCorruptedError(
                forKey: .causedBy, in: container, debugDescription: "an error has \(Self.causeLimit) causes at most")
        }
        let causedBy = causes.reversed().reduce(nil) { next, cause in cause.error(causedBy: next) } as (any Error)?
        if let service = try container.decodeIfPresent(ServiceErrors.self, forKey: .service) {
            self = .service(error: service, args: args, causedBy: causedBy)
        } else {
            self = .system(
                error: try container.decode(SystemErrors.self, forKey: .system), args: args, causedBy: causedBy)
        }
    }

    /// Encodes the causes as their descriptions.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .service(let error, _, _): try container.encode(error, forKey: .service)
        case .system(let error, _, _): try container.encode(error, forKey: .system)
        }
        try container.encode(args, forKey: .args)
        try container.encode(causes.map(Cause.init), forKey: .causedBy)
    }
}

extension ErrorWrapper {
    /// The name of the error's case in ASCII, such as `network-unreachable`.
    package var asciiName: String { Self.asciiName(of: name) }

    /// Returns the ASCII name of the error case with this name, or the name itself for any other name.
    package static func asciiName(of name: String) -> String { asciiNames[name] ?? name }

    /// Returns the name of the error case with this name in ASCII, or the text itself for any other text.
    package static func name(meantBy text: String) -> String { asciiNames.first { $0.value == text }?.key ?? text }

    /// Returns the name of an error case in each language.
    public static func names(of name: String) -> Sentence { Sentence(en: asciiName(of: name), ja: name) }

    /// The Japanese names of the errors, by their names in Swift.
    static let japaneseNames = [
        "networkUnreachable": "ネットワーク接続不可",
        "errorResponse": "ErrorResponse",
        "notPermitted": "実行を許可されていません",
        "clientUnusable": "クライアントの初期化に失敗",
        "errorResponseUndecodable": "エラーレスポンスのデシリアライズに失敗",
        "responseUndecodable": "レスポンスのデシリアライズに失敗",
        "exchangeFailed": "その他のエラー",
        "stubMismatch": "準備されたAPIスタブが呼び出されたAPIと合致しません",
        "stubUncodable": "準備されたAPIスタブのEncodeまたはDecodeに失敗",
        "unreadable": "読み込みに失敗",
        "unwritable": "書き込みに失敗",
        "damaged": "内容が壊れています",
        "portNotProvided": "未設定",
        "interrupted": "中断",
        "busy": "混雑",
        "libraryUnavailable": "ライブラリを使えません",
        "keyMissing": "鍵がありません",
    ]

    /// The names in ASCII, by the Japanese names. `network-unreachable` follows from `networkUnreachable`.
    static let asciiNames = Dictionary(
        uniqueKeysWithValues: japaneseNames.map { swift, japanese in
            (japanese, swift.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined())
        })
}

/// The names of an error's case in JSON.
package struct ErrorNames: Sendable, Hashable, Codable {
    /// The Japanese name, such as `ネットワーク接続不可`.
    package let `case`: String
    /// The name in ASCII, such as `network-unreachable`.
    package let name: String

    package init(of name: String) {
        `case` = name
        self.name = ErrorWrapper.asciiName(of: name)
    }
}
