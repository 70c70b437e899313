#if canImport(Darwin)
import Foundation
import HTTPTypes
import HTTPTypesFoundation
import UsecasesEngine

/// A request for URLSession. A body that is not in memory is passed as one file, with its length.
struct URLSessionUpload: Sendable {
    private let request: URLRequest
    private let file: URL?
    /// A file created for this upload only.
    private let temporaryFile: URL?

    init(_ request: APIRequest, threads: BlockingThreads) async throws(TransportError) {
        if let flaw = request.flaw { throw TransportError(.unsendable(flaw)) }
        var head = request.head
        if head.headerFields[.acceptEncoding] == nil { head.headerFields[.acceptEncoding] = "gzip, deflate" }
        guard var urlRequest = URLRequest(httpRequest: head) else {
            throw TransportError(.unsendable(.invalidAddress))
        }
        var file: URL?
        var temporaryFile: URL?
        if let data = request.body.data {
            if !data.isEmpty { urlRequest.httpBody = data }
        } else {
            do {
                (file, temporaryFile) = try await threads.value(of: { try Self.files(for: request.body) })
            } catch {
                throw TransportError(.unsendable(.unreadableFiles), causedBy: error)
            }
        }
        self.request = urlRequest
        self.file = file
        self.temporaryFile = temporaryFile
    }

    func task(in session: URLSession) -> URLSessionDataTask {
        if let file { session.uploadTask(with: request, fromFile: file) } else { session.dataTask(with: request) }
    }

    func remove() {
        guard let temporaryFile else { return }
        _ = unlink(temporaryFile.path)
    }

    /// Returns the file to send, twice if it is temporary. A body that is one whole file is sent without a copy.
    private static func files(for body: HTTPBody) throws -> (URL, URL?) {
        if body.parts.count == 1, case .file(let path, let length)? = body.parts.first,
            try FileDescriptor(path, O_RDONLY).size() == length
        {
            return (URL(filePath: path), nil)
        }
        let copy = try copy(body)
        return (copy, copy)
    }

    private static func copy(_ body: HTTPBody) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appending(path: "upload-\(UUID())")
        do {
            let descriptor = try FileDescriptor(file.path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            let reader = HTTPBodyReader(body)
            while let data = try reader.read(upTo: 1 << 16) { try descriptor.write(data) }
        } catch {
            _ = unlink(file.path)
            throw error
        }
        return file
    }
}
#endif
