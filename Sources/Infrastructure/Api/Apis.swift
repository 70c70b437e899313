package import Domain
package import HTTPTypes

/// The endpoints of the service that issues UDIDs.
package enum Apis {}

extension Apis {
    /// 端末識別ID発行
    package struct Udid: Api {
        package struct Entity: Codable, Sendable, Hashable {
            package let udid: UDID

            package init(udid: UDID) {
                self.udid = udid
            }
        }

        private struct Parameters: Encodable, Sendable {
            let appDeviceKbn: Int
        }

        package let method = HTTPRequest.Method.post
        package let path = "/udids"
        package let headers: HTTPFields
        package let parameters: (any Encodable & Sendable)? = Parameters(appDeviceKbn: DeviceKind.terminal.rawValue)

        /// The same installation gets the same UDID, however often it asks.
        package init(installation: InstallationKey) {
            headers = [.idempotencyKey: installation.rawValue]
        }
    }
}
