import Foundation
import UsecasesTestSupport

extension RawConnection {
    /// The body of a registration.
    static let registration = #"{"appDeviceKbn":11}"#
}

extension RawAnswer {
    var udid: String? { (json as? [String: Any])?["udid"] as? String }
}

extension JSONObject {
    var udid: String? { strings("values")?["udid"] }
}
