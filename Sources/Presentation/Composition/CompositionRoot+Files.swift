import Foundation
import Usecases
import UsecasesSystem

/// Files that the user named: only regular ones are read, and none beyond its size limit.
extension CompositionRoot {
    /// Why a file cannot be read, in a few words.
    struct UnreadableFile: Error, CustomStringConvertible {
        let description: String
    }

    /// The content of a coverage file; throws `読み込みに失敗`, or `内容が壊れています` if it is too large.
    static func content(of coverage: String) throws(ErrorWrapper) -> Data {
        do {
            return try InputFile.read(coverage)
        } catch {
            throw ErrorWrapper(error, of: coverage, content: .coverage)
        }
    }

    /// The content of a file with which the service is configured; `limit` is in bytes.
    static func configuration(in path: String, limit: Int) throws(UnreadableFile) -> [UInt8] {
        do {
            return Array(try InputFile.read(path, limit: limit))
        } catch {
            throw UnreadableFile(description: error.words)
        }
    }
}
