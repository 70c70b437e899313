import HTTPTypes

extension HTTPResponse {
    /// Removes the fields that no longer apply once the body has been decoded.
    mutating func forgetCoding(_ undone: [String]) {
        guard let coding = headerFields[.contentEncoding]?.lowercased(), undone.contains(coding) else { return }
        headerFields[.contentEncoding] = nil
        headerFields[.contentLength] = nil
    }

    /// Whether the body has a content coding that was not decoded.
    var isCoded: Bool {
        guard let coding = headerFields[.contentEncoding]?.lowercased() else { return false }
        return !coding.isEmpty && coding != "identity"
    }
}
