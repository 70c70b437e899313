package import UsecasesEngine
package import UsecasesStorage
import UsecasesTesting

extension StoreRow {
    /// A row whose digests consist of the numbers of their cookies.
    package static func fixture(
        _ number: UInt64 = 1, cookie: UInt8? = nil, former: UInt8? = nil, stamp: Int64 = 1,
        used: Timestamp = .example, content: String = "{}"
    ) -> StoreRow {
        StoreRow(
            id: .fixture(number), cookie: .cookie(cookie ?? UInt8(truncatingIfNeeded: number)),
            former: former.map { .cookie($0) }, stamp: stamp, used: used, content: content)
    }
}

extension [UInt8] {
    package static func cookie(_ number: UInt8) -> [UInt8] { Array(repeating: number, count: 32) }
}
