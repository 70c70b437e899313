#if PostgreSQL
/// A parameter of a statement.
enum PostgreSQLValue: Sendable {
    /// `nil` for NULL.
    case text(String?)
    case bigInteger(Int64)
    case bytes([UInt8])
    case bigIntegers([Int64])
    case byteStrings([[UInt8]])
}

extension PostgreSQLSession {
    /// Runs a prepared statement, as a transaction unless there is one, and returns its result.
    mutating func run(
        prepared name: String, _ values: [PostgreSQLValue], by deadline: Duration
    ) throws(PostgreSQLFailure) -> PostgreSQLResult {
        var parameters = PostgreSQLParameters()
        for value in values {
            switch value {
            case .text(let text): parameters.append(text: text)
            case .bigInteger(let number): parameters.append(bigInteger: number)
            case .bytes(let bytes): parameters.append(bytes: bytes)
            case .bigIntegers(let numbers): parameters.append(bigIntegers: numbers)
            case .byteStrings(let strings): parameters.append(byteStrings: strings)
            }
        }
        return try run(prepared: name, parameters, by: deadline)
    }
}
#endif
