package import CalearningDomain
package import HTTPTypes
import Usecases
package import UsecasesAPIClient

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
        package typealias Entity = UdidBody

        package let path: Path = "/udids"
        package let method = Method.post(.json(RegistrationBody(kind: .terminal)))
        package let headers: HTTPFields

        /// The same installation gets the same UDID, however often it asks.
        package init(installation: InstallationKey) {
            var headers = HTTPFields()
            headers.append(.secret(.idempotencyKey, Secret(installation.rawValue)))
            self.headers = headers
        }
    }
}
