#if os(Linux)
import Foundation
import HTTPTypes
import Synchronization
import UsecasesSystem

/// Performs exchanges with libcurl, without cookies, caches, stored credentials or redirects. Proxies are taken from
/// the variables `http_proxy`, `https_proxy` and `no_proxy`.
public final class CurlTransport: TimedTransport {
    /// Whether trusted certificates can be given in a file.
    package static let trustsFiles = true

    private let authorities: String?
    private let libraries: [String]?
    private let threads = BlockingThreads()
    /// Created for the first exchange: loading libcurl and its dependencies takes longer than the rest of startup.
    private let loop = Mutex<CurlLoop?>(nil)

    /// `authorities` is a PEM file of certificates that are trusted instead of the system's; `libraries` are the file
    /// names to try instead of those that distributions use for libcurl.
    public init(authorities: String? = nil, libraries: [String]? = nil) {
        self.authorities = authorities
        self.libraries = libraries
    }

    deinit {
        loop.withLock { $0 }?.close()
    }

    /// Performs one exchange; for a streamed response the deadline is that of the head.
    public func exchange(
        _ request: HttpRequest, until deadline: Deadline?
    ) async throws(TransportError) -> HttpResponse {
        do throws(TransportError) {
            if let flaw = request.flaw { throw TransportError(.unsendable(flaw)) }
            if Task.isCancelled { throw TransportError(.cancelled) }
            let exchange = try CurlExchange(request, authorities: authorities, on: openLoop(), threads: threads)
            let alarm = deadline.map { deadline in deadline.alarm { exchange.cancel(deadline.error) } }
            defer { alarm?.stop() }
            exchange.start()
            return request.isStreamed ? try await stream(exchange, request) : try await complete(exchange, request)
        } catch {
            throw error.about(request)
        }
    }

    private func complete(
        _ exchange: CurlExchange, _ request: HttpRequest
    ) async throws(TransportError) -> HttpResponse {
        var (head, bytes) = try await exchange.complete()
        if head.isCoded {
            if !bytes.isEmpty, let decoder = try ContentDecoder(for: head) {
                bytes = try decoder.decode(bytes, upTo: request.responseLimit, status: head.status.code)
            }
            head.forgetCoding(ContentDecoder.undone)
        }
        return HttpResponse(head, body: .complete(bytes), to: request)
    }

    private func stream(
        _ exchange: CurlExchange, _ request: HttpRequest
    ) async throws(TransportError) -> HttpResponse {
        var head = try await exchange.head()
        let pieces: CurlPieces
        do throws(TransportError) {
            pieces = CurlPieces(of: exchange, decoder: try ContentDecoder(for: head), request)
        } catch {
            exchange.cancel()
            throw error
        }
        head.forgetCoding(ContentDecoder.undone)
        let stream = HttpBodyStream(
            pull: { () async throws(TransportError) in try await pieces.next() }, stop: { pieces.cancel() })
        return HttpResponse(head, body: .stream(stream), to: request)
    }

    private func openLoop() throws(TransportError) -> CurlLoop {
        do throws(LibraryUnavailable) {
            return try loop.withLock { loop throws(LibraryUnavailable) in
                if let loop { return loop }
                let opened = try CurlLoop(library: library())
                loop = opened
                return opened
            }
        } catch {
            throw TransportError(.missingLibrary, causedBy: error)
        }
    }

    private func library() throws(LibraryUnavailable) -> CurlLibrary {
        guard let libraries else { return try CurlLibrary.installed.get() }
        return try CurlLibrary(names: libraries)
    }
}
#endif
