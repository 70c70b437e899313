#if Server
import NIOHTTP1
import UsecasesEngine
import UsecasesWeb

extension HTTPRequestHead {
    /// The violation of RFC 9110 or RFC 9112 that the decoder accepts. Names and values are compared as bytes.
    var complaint: String? {
        guard uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
            return "The target of the request has characters that it must write as %XX."
        }
        guard hasSoundTarget else { return "The target of the request is neither a path nor a URL." }
        let hosts = headers["host"]
        guard hosts.count == 1 || hosts.isEmpty && version.minor == 0 else {
            return "There must be one header Host."
        }
        guard hosts.allSatisfy({ Self.isHost($0.utf8) }) else { return "The header Host is not a host with a port." }
        let codings = headers["transfer-encoding"]
        guard
            codings.isEmpty
                || version.minor > 0 && codings.count == 1 && codings[0].utf8.equalsIgnoringCase("chunked")
        else {
            return "The only Transfer-Encoding that is understood is chunked, once, in HTTP/1.1."
        }
        return nil
    }

    /// Whether a different protocol may follow the request. An offer to upgrade is ignored, as RFC 9110 allows, but the
    /// decoder cannot continue after it.
    var leavesHTTP: Bool {
        method == .CONNECT || headers.contains(name: "upgrade")
    }

    /// Whether the connection closes after the response. The option `close` takes precedence over `keep-alive`.
    var closesConnection: Bool {
        var keepsAlive = version.minor > 0
        for field in headers["connection"] {
            for option in field.utf8.split(separator: UInt8(ascii: ",")) {
                let option = option.trimmingSpace
                if option.equalsIgnoringCase("close") { return true }
                keepsAlive = keepsAlive || option.equalsIgnoringCase("keep-alive")
            }
        }
        return !keepsAlive
    }

    /// Whether the client waits for `100 Continue` to send its body. It is `false` for a body over the size limit.
    var expectsContinue: Bool {
        guard version.minor > 0, headers.first(name: "expect")?.utf8.equalsIgnoringCase("100-continue") == true else {
            return false
        }
        guard let length = headers.first(name: "content-length") else { return true }
        return Int(length).map { $0 <= HTTPConnections.bodyLimit } ?? false
    }

    /// Whether the target has one of the four forms of RFC 9112, section 3.2.
    private var hasSoundTarget: Bool {
        switch method {
        case .CONNECT: Self.isHost(uri.utf8)
        case .OPTIONS where uri.utf8.elementsEqual("*".utf8): true
        case _:
            uri.utf8.first == UInt8(ascii: "/") || uri.utf8.startsIgnoringCase("http://")
                || uri.utf8.startsIgnoringCase("https://")
        }
    }

    /// Returns whether the text is a name or an address, with or without a port. It may be empty.
    private static func isHost(_ text: String.UTF8View) -> Bool {
        var name = text[...]
        if let colon = name.lastIndex(of: UInt8(ascii: ":")), !name[colon...].contains(UInt8(ascii: "]")) {
            let port = name[colon...].dropFirst()
            guard port.count <= 5, port.allSatisfy(\.isDigit) else { return false }
            name = name[..<colon]
        }
        if name.first == UInt8(ascii: "[") {
            return name.last == UInt8(ascii: "]") && name.count > 2
                && name.dropFirst().dropLast().allSatisfy { $0.hexDigitValue != nil || $0 == 0x3A || $0 == 0x2E }
        }
        return name.allSatisfy { isUnreserved($0) || "!$&'()*+,;=%".utf8.contains($0) }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isDigit || (0x41...0x5A).contains(byte & 0xDF) || "-._~".utf8.contains(byte)
    }
}
#endif
