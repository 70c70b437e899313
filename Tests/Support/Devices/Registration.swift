import Foundation
import UsecasesTestSupport

extension RawConnection {
    static let registration = #"{"appDeviceKbn":11}"#
}

extension RawAnswer {
    var udid: String? { (json as? [String: Any])?["udid"] as? String }
}

extension JSONObject {
    var udid: String? { strings("values")?["udid"] }
}
