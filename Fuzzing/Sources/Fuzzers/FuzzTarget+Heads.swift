import HTTPTypes
import UsecasesTesting

@testable import UsecasesAPIClient

extension FuzzTarget {
    /// For any lines, the head of a response is read once. It has a final status and at most one length.
    static let heads = FuzzTarget(
        name: "heads", sizeLimit: 16 << 10,
        check: .now { bytes in
            var reader = ResponseHeadReader()
            var heads: [HTTPResponse] = []
            do {
                for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
                    if let head = try reader.read(line + [0x0A]) { heads.append(head) }
                }
            } catch {
                // An invalid head is rejected.
            }
            guard let head = heads.first else { return }
            try promise(heads.count == 1, "what follows a head is no other one")
            try promise((200...999).contains(head.status.code), "\(head.status) is final")
            let lengths = head.headerFields[values: .contentLength].flatMap { $0.split(separator: ",") }
            try promise(Set(lengths.compactMap { Int($0.filter { $0 != " " && $0 != "\t" }) }).count <= 1, "one length")
            try promise(head.headerFields.count <= ResponseHeadReader.fieldLimit, "fields are bounded")
        })
}
