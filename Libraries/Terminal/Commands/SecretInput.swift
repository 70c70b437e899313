import ArgumentParser
import Foundation
public import Usecases

/// Secrets from standard input, one on each line.
public enum SecretInput {
    /// In bytes, all lines together.
    public static let limit = 4096

    /// Throws a usage error unless there are exactly so many lines. The end of the last line may be missing.
    public static func lines(_ count: Int) throws -> [Secret] {
        try lines(count, in: bytes())
    }

    /// The same for bytes that have been read; throws a usage error also if they are too many or not text in UTF-8.
    public static func lines(_ count: Int, in bytes: [UInt8]) throws -> [Secret] {
        guard bytes.count <= limit else { throw ValidationError(.longSecret) }
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw ValidationError(.unreadableSecret)
        }
        // A line break is one character, even that of Windows.
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count == count else { throw ValidationError(.secretLines(expected: count, found: lines.count)) }
        return lines.map { Secret(String($0)) }
    }

    /// At most one byte more than is allowed.
    private static func bytes() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: limit + 1)
        while bytes.count <= limit {
            let count = read(STDIN_FILENO, &buffer, limit + 1 - bytes.count)
            if count > 0 {
                bytes += buffer.prefix(count)
            } else if count == 0 || errno != EINTR {
                break
            }
        }
        return bytes
    }
}
