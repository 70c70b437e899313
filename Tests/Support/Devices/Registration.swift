import CalearningDomain
import Foundation
import UsecasesTestSupport

extension Registration {
    /// Returns the registration of a terminal with the UDID of this number, under the key `k-` and the number.
    static func fixture(_ number: UInt64) -> Registration {
        Registration(key: InstallationKey(fixture: "k-\(number)"), kind: .terminal, udid: .fixture(number))
    }
}

extension RawConnection {
    static let registration = #"{"appDeviceKbn":11}"#
}

extension RawAnswer {
    var udid: String? { (json as? [String: Any])?["udid"] as? String }
}

extension JSONObject {
    var udid: String? { strings("values")?["udid"] }
}
