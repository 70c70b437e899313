import Foundation
import UsecasesTesting

@testable import UsecasesService

extension FuzzTarget {
    /// Foundation reads a body like the service does, and the service reads a body that Foundation writes.
    static let bodies = FuzzTarget(
        name: "bodies", sizeLimit: 4096,
        check: .now { bytes in
            // The service rejects other bytes before it parses JSON.
            guard let text = String(validating: bytes, as: UTF8.self) else { return }
            let theirs = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
            do {
                let ours = try JSONReader.members(of: bytes)
                for member in ours.values {
                    try promise(bytes.indices.contains(member.startIndex), "a member is in the body")
                    try promise(!isSpace(member.first), "a member begins with its value")
                }
                guard !text.isBeyondFoundation else { return }
                guard let theirs else { throw BrokenPromise("what is read here is JSON for Foundation") }
                let names = Set(ours.keys.map { String(decoding: $0, as: UTF8.self).withoutByteOrderMarks })
                try promise(
                    names.isSuperset(of: theirs.keys.map(\.withoutByteOrderMarks)), "the names are those of Foundation")
            } catch let fault as JSONReader.Fault {
                try promise((0...bytes.count).contains(fault.position), "a fault is in the body")
            }
            guard let theirs, let written = try? JSONSerialization.data(withJSONObject: theirs) else { return }
            guard let read = try? JSONReader.members(of: Array(written)) else {
                throw BrokenPromise("what Foundation writes is read here: \(String(decoding: written, as: UTF8.self))")
            }
            try promise(read.count == theirs.count, "nothing that Foundation writes is lost")
        })

    private static func isSpace(_ byte: UInt8?) -> Bool {
        byte.map { [0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? false
    }
}

extension String {
    /// The bytes of the text without byte order marks, because Foundation drops them at the beginning of a string.
    var withoutByteOrderMarks: [UInt8] {
        Array(String(UnicodeScalarView(unicodeScalars.filter { $0 != "\u{FEFF}" })).utf8)
    }

    /// Whether the text may contain a number that Foundation cannot represent, or an unpaired surrogate.
    fileprivate var isBeyondFoundation: Bool {
        contains(#/(?i)[0-9]e|[0-9]{30}|\\ud[89a-f]/#)
    }
}
