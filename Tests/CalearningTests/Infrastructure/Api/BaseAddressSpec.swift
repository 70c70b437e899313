import Infrastructure
import Testing

@Suite struct サービスの基底アドレス {
    @Test(arguments: [
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("https://example.com", "https://example.com"),
        ("HTTPS://example.com/", "https://example.com"),
        ("http://[::1]:8000/api//", "http://[::1]:8000/api"),
        ("http://host:65535/a%20b", "http://host:65535/a%20b"),
    ])
    func 正しいアドレスは整えられる(text: String, expected: String) throws {
        #expect("\(try BaseAddress(text))" == expected)
    }

    @Test(arguments: [
        ("ftp://host", BaseAddress.Flaw.scheme), ("host:8000", .scheme), ("", .scheme), ("127.0.0.1", .scheme),
        ("http://", .host), ("http://:8000", .host), ("http:///path", .host),
        ("http://me:secret@host", .userinfo), ("http://me@host", .userinfo),
        ("http://host?x=1", .queryOrFragment), ("http://host#x", .queryOrFragment),
        ("http://host:0", .port), ("http://host:65536", .port), ("http://host:port", .unreadable),
        ("http://a b", .unreadable),
    ])
    func 正しくないアドレスは理由を挙げて断る(text: String, flaw: BaseAddress.Flaw) {
        #expect(throws: flaw) { try BaseAddress(text) }
    }
}
