#if Server
import Foundation
import HTTPTypes
import Testing
import Tracing
import UsecasesEngine
import UsecasesAPIClient
import UsecasesTelemetry
import UsecasesTestSupport
import UsecasesTesting

private let endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT"
private let tracesEndpoint = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
private let headers = "OTEL_EXPORTER_OTLP_HEADERS"
private let ratio = "OTEL_TRACES_SAMPLER_ARG"

@Suite struct トレースの送り先の設定 {
    private let product = Product(name: "shop", version: "1.2.3")

    private func request(_ variables: [String: String]) async throws -> APIRequest {
        let transport = ClosureTransport { request, _ throws(TransportError) in .fixture(to: request) }
        let log = RecordedLog()
        let exporter = SpanExporter(
            try #require(try OTLPSettings(variables, of: product)), of: product, english: [:], transport: transport,
            clock: ManualClock(), randomSource: SeededRandomSource(), metrics: RecordedMetrics(), logger: log.logger)
        let tracer = SpanLog(
            logger: log.logger, randomSource: SeededRandomSource(), exporter: exporter)
        tracer.startSpan("a", context: .topLevel).end()
        await exporter.run {}
        return try #require(transport.requests.first)
    }

    @Test(arguments: [
        ([endpoint: "http://c:4318"], "http://c:4318/v1/traces"),
        ([endpoint: "https://c/base/"], "https://c/base/v1/traces"),
        ([tracesEndpoint: "https://c/mine"], "https://c/mine"),
        ([tracesEndpoint: "https://c"], "https://c/"),
        ([tracesEndpoint: "https://c/mine", endpoint: "http://d"], "https://c/mine"),
        ([tracesEndpoint: "", endpoint: "http://d"], "http://d/v1/traces"),
    ]) func 送り先(variables: [String: String], address: String) async throws {
        let request = try await request(variables)

        #expect(request.url == address)
        #expect(request.head.method == .post)
        #expect(request.head.headerFields[.contentType] == "application/json")
    }

    @Test(arguments: [[:], [endpoint: ""], [headers: "a=b"]]) func 送り先がなければ設定もない(variables: [String: String]) throws {
        #expect(try OTLPSettings(variables, of: product) == nil)
    }

    @Test func サービスの名は変えられる() async throws {
        let request = try await request([endpoint: "http://c", "OTEL_SERVICE_NAME": "front"])

        #expect(String(decoding: request.body.data ?? Data(), as: UTF8.self).contains(#"{"stringValue":"front"}"#))
    }

    @Test(arguments: [
        (endpoint, "c:4318"), (endpoint, "ftp://c"), (tracesEndpoint, "http://n:s3cret@c"),
        (tracesEndpoint, "http://c/?a=s3cret"),
        (headers, "s3cret"), (headers, "=s3cret"), (headers, "a b=s3cret"), (headers, "a=s3cret%"),
        (headers, "a=s3cret%0A"), (headers, "a=s3cretあ"), (headers, "a=b,s3cret"),
        (ratio, "1.1"), (ratio, "-0.1"), (ratio, "nan"),
        (ratio, "half"),
    ]) func 誤りは変数の名で知らされ_値は書かれない(variable: String, value: String) throws {
        let flaw = try #require(throws: OTLPSettings.Flaw.self) {
            try OTLPSettings([endpoint: "http://c"].merging([variable: value]) { $1 }, of: product)
        }

        #expect("\(flaw)".hasPrefix(variable + " "))
        #expect(!"\(flaw)".contains("s3cret"))
    }

    @Test func ヘッダはパーセント符号を解いて秘密として送られる() async {
        await forAll(100) { choices in
            choices.list(0...4) { choices in
                (
                    name: "x-" + choices.text(1...8, of: "abcxyz019-_"),
                    value: "v" + choices.text(0...12, of: "abc XYZ019=,;%+/\"\\:@-_~") + "v"
                )
            }
        } holds: { pairs in
            let separator = pairs.count.isMultiple(of: 2) ? "," : " , "
            let text = pairs.map { "\($0.name)=\($0.value.escaped)" }.joined(separator: separator)

            let fields = try await request([endpoint: "http://c", headers: text]).head.headerFields

            for name in Set(pairs.map(\.name)) {
                let sent = fields.filter { $0.name.rawName == name }
                try promise(sent.map(\.value), is: pairs.filter { $0.name == name }.map(\.value))
                try promise(sent.allSatisfy(\.isSecret), "\(name) is secret")
            }
        }
    }

    @Test(arguments: [
        ("http://c", "a=b", true), ("http://c", "", false), ("https://c", "a=b", false),
        ("http://127.0.0.1:4318", "a=b", false),
    ]) func 暗号のない遠い送り先へのヘッダは見える(address: String, pairs: String, isExposed: Bool) throws {
        let settings = try OTLPSettings([endpoint: address, headers: pairs], of: product)

        #expect(settings?.exposesHeaders == isExposed)
    }
}

extension String {
    /// The text with each byte that is not a letter or a digit as a percent code.
    fileprivate var escaped: String {
        utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            let digits = String(byte, radix: 16, uppercase: true)
            return character.isLetter || character.isNumber ? "\(character)" : "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }
}
#endif
