#if Server
import CalearningDomain
import Hummingbird
import Usecases
import UsecasesService

/// The validated content of `POST /udids`.
struct RegistrationRequest {
    let kind: DeviceKind
    let key: InstallationKey?

    /// Throws a ``Refusal`` that says what is wrong, or the connection's own error if the body does not arrive.
    init(_ request: Request) async throws {
        let body = try await JSONRequest(request)
        key = try InstallationKey.given(in: request)
        guard let text = body[RegistrationBody.CodingKeys.kind], let number = JSONInteger(text),
            let kind = DeviceKind(rawValue: number.value)
        else {
            throw Refusal.malformed(
                #"The body must have a whole number from 0 to 9999, like {"appDeviceKbn":11}."#)
        }
        self.kind = kind
    }
}

extension InstallationKey {
    /// The key under which a request may be repeated; `nil` if it has none. Throws a ``Refusal`` for an invalid one.
    static func given(in request: Request) throws(Refusal) -> InstallationKey? {
        let values = request.headers[values: .idempotencyKey]
        guard let value = values.first else { return nil }
        guard values.count == 1, let key = InstallationKey(value) else {
            throw .malformed("There may be one Idempotency-Key, of 1 to 255 visible ASCII characters.")
        }
        return key
    }
}
#endif
