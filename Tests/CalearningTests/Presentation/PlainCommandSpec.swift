import ArgumentParser
import Testing

@testable import Presentation

/// The plainest arguments are read without the parser, which must make no difference.
@Suite struct `わかりやすい引数はパーサーなしで読む` {
    static let values = [
        ["--backend", "embedded"], ["--backend", "http://127.0.0.1:1"], ["--store", "memory"],
        ["--state-dir", "/tmp/x"],
        ["--format", "json"], ["--timeout", "1.5"], ["--splash", "0"], ["--trace"], ["--record", "/nonexistent/file"],
        ["--language", "ja"], ["--allow-plain-http"],
    ]

    @Test(arguments: [[]] + values + values.indices.dropFirst().map { values[$0] + values[($0 + 1) % values.count] })
    func パーサーと同じ設定になる(arguments: [String]) throws {
        let plain = try #require(BootCommand(plain: arguments))
        #expect(try plain.options.settings() == BootCommand.parse(arguments).options.settings())
    }

    @Test(arguments: [
        ["--store"], ["--store", "disk"], ["--splash", "-1"], ["--timeout", "0"], ["--trace", "--trace"],
        ["--allow-plain-http", "--allow-plain-http"],
        ["--store", "memory", "--store", "file"], ["--store=memory"], ["--trac"], ["-h"], ["--help"], ["x"],
        ["--format", "json", "x"], ["--backend", "nowhere"], ["--state-dir", ""], ["--", "--trace"], ["--nope", "1"],
    ])
    func それ以外はパーサーに任せる(arguments: [String]) {
        let command = BootCommand(plain: arguments)
        #expect(command == nil, "\(arguments)")
    }
}
