import Domain
import HTTPTypes

/// A response that became an error: its status, all its headers, and why it could not be taken as a success.
struct ReceivedResponse: CausedError, CustomStringConvertible {
    let response: HTTPResponse
    let causedBy: (any Error)?

    var description: String {
        let location = response.headerFields[.location].map { ", a redirect to \($0) that is not followed" } ?? ""
        return "status \(response.status.code)\(location)"
    }
}
