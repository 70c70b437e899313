#if !canImport(Darwin)
import HTTPTypes
import Testing
import UsecasesEngine
import UsecasesAPIClient
import UsecasesTesting

@Suite(.timeLimit(.minutes(5))) struct libcurlによる輸送 {
    @Test(arguments: ["libcurl-that-nobody-has.so.4", "libc.so.6"])
    func libcurlがないか別のものなら何も送らずにそう言う(library: String) async throws {
        let server = try LoopbackServer.answering(200, "")

        let error = await server.failure(over: CurlTransport(libraries: [library]))

        #expect(error?.kind == .missingLibrary)
        #expect(error?.causedBy.map { "\($0)" }?.contains(library == "libc.so.6" ? "libcurl" : library) == true)
        #expect(server.requests.isEmpty)
    }

    @Test func 途中の応答が際限なく来れば読むのをやめる() async throws {
        let server = try LoopbackServer { connection in
            while connection.send("HTTP/1.1 103 Early Hints\r\nX-Hint: x\r\n\r\n") {}
        }

        let error = await server.failure(over: CurlTransport())

        #expect(error?.kind == .malformed(.headTooLarge))
    }
}
#endif
