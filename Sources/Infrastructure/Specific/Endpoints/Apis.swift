package import Domain
package import HTTPTypes

/// The service that issues UDIDs.
package struct Apis: ApiService {
    package let address: BaseAddress

    package init(address: BaseAddress) {
        self.address = address
    }
}

extension Apis {
    /// 端末識別ID発行
    package struct Udid: Api {
        package typealias Service = Apis

        package struct Entity: Codable, Sendable, Hashable {
            package let udid: UDID

            package init(udid: UDID) {
                self.udid = udid
            }
        }

        private struct Parameters: Encodable, Sendable {
            let appDeviceKbn: Int
        }

        package let path: Path = "/udids"
        package let method = Method.post(.json(Parameters(appDeviceKbn: DeviceKind.terminal.rawValue)))
        package let headers: HTTPFields

        /// The same installation gets the same UDID, however often it asks.
        package init(installation: InstallationKey) {
            var headers = HTTPFields()
            headers.append(.secret(.idempotencyKey, Secret(installation.rawValue)))
            self.headers = headers
        }
    }
}
