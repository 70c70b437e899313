#if Server
/// What makes a database unusable, or a row of it.
enum SQLiteDamage: Error, CustomStringConvertible {
    case foreign(applicationID: Int)
    case copy(flaws: [String])
    case row(_ table: String, key: String)
    case notDurable(journal: String, synchronous: Int)

    var description: String {
        switch self {
        case .foreign: "it is a database of another program"
        case .copy(let flaws): "a copy of it is not sound: \(flaws.joined(separator: "; "))"
        case .row(let table, let key): "a row of the table \(table), with \(key), is not valid"
        case .notDurable(let journal, let synchronous):
            "it cannot be made durable: its journal is \(journal), its synchronous mode \(synchronous)"
        }
    }
}
#endif
