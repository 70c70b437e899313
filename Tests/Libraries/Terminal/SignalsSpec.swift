import Dispatch
import Foundation
import Testing

@testable import UsecasesTerminal

@Suite struct シグナルの受け取り {
    /// The system ignores SIGURG until it is received.
    @Test(.timeLimit(.minutes(1))) func 受け取り始めた後のシグナルは失われない() async {
        for _ in 0..<100 {
            let (signals, arrived) = AsyncStream.makeStream(of: Int32.self)
            let sources = await Signals.receive([SIGURG], on: .global()) { arrived.yield($0) }
            kill(getpid(), SIGURG)
            for await number in signals {
                #expect(number == SIGURG)
                break
            }
            for source in sources { source.cancel() }
        }
    }
}
