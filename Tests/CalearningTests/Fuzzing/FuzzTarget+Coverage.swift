import Application
import Foundation

@testable import Presentation

extension FuzzTarget {
    /// A coverage file is read, or refused with the number of the line.
    static let coverage = FuzzTarget(
        name: "coverage", sizeLimit: 16 << 10,
        check: .now { bytes in
            do {
                let coverage = try CoverageFile.coverage(in: Data(bytes), from: "fuzzed")
                let name = ScenarioName(scenes: [], failure: nil)
                try promise(
                    (coverage.state(of: name, in: "Boot") == .uncovered)
                        == coverage.specs(of: name, in: "Boot").isEmpty,
                    "what has specs is covered")
            } catch let error as CoverageError {
                guard case .damaged(_, let line, let reason) = error else { throw BrokenPromise("the lines are there") }
                try promise((1...bytes.count { $0 == 10 } + 1).contains(line), "the line is there")
                try promise(reason.utf8.count < 1000 + bytes.count, "a reason is short")
            }
        })

    /// A terminal sends as many keys as there are characters, at most, and where a line ends makes no difference.
    static let keys = FuzzTarget(
        name: "keys", sizeLimit: 4096,
        check: .now { bytes in
            let keys = ScreenEvent.Key.keys(in: bytes)
            try promise(keys.count <= bytes.count, "a key takes a byte")
            for key in keys {
                guard case .character(let character) = key else { continue }
                try promise(!["\u{1B}", "\r", "\n", "\u{4}"].contains(character), "a control is no character")
            }
            let text = String(decoding: bytes, as: UTF8.self)
            for line in text.wrapped(to: 20) { try promise(line.columns <= 20, "a line has its width") }
            try promise(text.printable.truncated(to: 20).columns <= 20, "what is cut has its width")
            try promise(!text.printable.unicodeScalars.contains("\u{1B}"), "no escape is printed")
        })
}
