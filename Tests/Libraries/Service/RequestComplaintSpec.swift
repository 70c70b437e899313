#if Server
import NIOHTTP1
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import UsecasesService

/// The rules of RFC 9112, section 3.2, and of RFC 3986, section 3.2.2, as regular expressions.
@Suite struct 依頼の先とホスト {
    private static let parts = [
        "/", "*", "#", "[", "]", ":", "::", ".", "a", "F", "g", "9", "12345", "%", "~", "!", "@", "é",
    ]

    private static func text(_ choices: inout RandomChoices, after beginnings: [String] = [""]) -> String {
        let beginning = choices.one(of: beginnings)
        return choices.list(0...6) { $0.one(of: parts) }.reduce(beginning, +)
    }

    private static func isHost(_ text: String) -> Bool {
        let host = #/(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9\-._~!$&'()*+,;=%]*)(?::[0-9]{0,5})?/#
        return text.wholeMatch(of: host.matchingSemantics(.unicodeScalar)) != nil
    }

    @Test func ホストは名前かアドレスで_ポートがあってもよい() async {
        await forAll(3_000) {
            Self.text(&$0, after: ["", "", "[", "[::1]", "[a", "host", "host:"])
        } holds: { host in
            let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["host": host])
            try promise(head.complaint == nil, is: Self.isHost(host))
        }
    }

    @Test func 先はメソッドに合う形だけ() async {
        await forAll(3_000) { choices in
            let uri = Self.text(
                &choices,
                after: ["", "/", "*", "host:1", "http://", "hTTp://", "https://", "HTTPS://", "httpx://", "http:/"])
            return (uri, choices.one(of: [HTTPMethod.GET, .OPTIONS, .CONNECT]))
        } holds: { uri, method in
            let head = HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: ["host": "a"])
            let isSound =
                switch method {
                case .CONNECT: Self.isHost(uri)
                default: uri.contains(#/^(?i:\/|https?:\/\/)/#) || method == .OPTIONS && uri == "*"
                }
            try promise(head.complaint == nil, is: isSound && !uri.contains("#") && !uri.contains("é"))
        }
    }
}
#endif
