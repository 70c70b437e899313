/// A cause as it was recorded: its description, its report, and its own cause.
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

/// Causes can be of any type: they are encoded as their descriptions, and decoded as errors with the same descriptions.
extension ErrorWrapper: Codable {
    private enum CodingKeys: CodingKey {
        case service, system, args, causedBy
    }

    /// A limit that no program reaches: each cause is owned by the one before it, so that a chain is released
    /// recursively.
    private static let causeLimit = 1000

    private struct Cause: Codable {
        let description: String
        let report: String?
        let fault: ExchangeFault?
        /// Kept as text: this version ignores values that only later versions know.
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

    /// Throws for an error that this version does not know, and for more than 1000 causes.
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
