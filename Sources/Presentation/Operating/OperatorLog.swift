#if Server
import CalearningDomain
import Foundation
import UsecasesEngine
import UsecasesSystem
import UsecasesTerminal

/// A tap that writes a line to the security log for each operation of an operator on the database, after it has ended.
struct OperatorLog: Tap {
    /// A line. Secrets in `call` are redacted.
    private struct Line: Encodable {
        let event = "operated"
        let usecase: String
        let call: String
        /// `done`, or the name of the error.
        let outcome: String
        let uid: UInt32
        /// The user who ran `sudo`, by its own account, or `nil` without `sudo`.
        let sudoUser: String?
    }

    let environment: Environment
    let write: @Sendable (String) -> Void

    /// The log of the system.
    static let system = OperatorLog(environment: .process) { SystemLog.write($0, of: Product.own.name) }

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { Run(usecase: run.usecase, log: self) }

    private struct Run: RunTap {
        let usecase: String
        let log: OperatorLog

        func answer<Value>(
            _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
        ) async throws(ErrorWrapper) -> Value {
            guard CompositionRoot.operating.contains(operation.port) else { return try await performing() }
            do throws(ErrorWrapper) {
                let value = try await performing()
                log.record(usecase, operation.call, "done")
                return value
            } catch {
                log.record(usecase, operation.call, error.asciiName)
                throw error
            }
        }
    }

    private func record(_ usecase: String, _ call: PortCallName, _ outcome: String) {
        let line = Line(
            usecase: usecase, call: "\(call)", outcome: outcome, uid: getuid(), sudoUser: environment["SUDO_USER"])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and numbers can always be encoded.
        if let data = try? encoder.encode(line) { write(String(decoding: data, as: UTF8.self)) }
    }
}
#endif
