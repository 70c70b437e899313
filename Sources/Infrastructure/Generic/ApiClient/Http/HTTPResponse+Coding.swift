import HTTPTypes

extension HTTPResponse {
    /// For a body whose coding was undone: what the fields say is not true of it any more.
    mutating func forgetCoding(_ undone: [String]) {
        guard let coding = headerFields[.contentEncoding]?.lowercased(), undone.contains(coding) else { return }
        headerFields[.contentEncoding] = nil
        headerFields[.contentLength] = nil
    }

    /// There is a coding that was not undone.
    var isCoded: Bool { !["", "identity"].contains(headerFields[.contentEncoding]?.lowercased() ?? "") }
}
