import Foundation
import Testing

/// What the build cannot see of the rules between the layers.
@Suite struct 層の規則 {
    /// The modules of this package and of others that each layer may import; Foundation is an outside package too.
    private static let allowed: [String: Set<String>] = [
        "Domain": [],
        "Application": ["Domain"],
        "Infrastructure": [
            "CCurl", "Domain", "Foundation", "HTTPTypes", "HTTPTypesFoundation", "Dispatch", "Synchronization",
            // Behind traits:
            "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOHTTPCompression", "NIOPosix", "NIOSSL", "Combine",
            "OpenCombine", "CoreMetrics", "CPostgreSQL", "GRDB", "Logging", "Metrics", "Tracing",
        ],
        "Presentation": [
            "Domain", "Application", "ArgumentParser", "CWidth", "Foundation", "Dispatch", "Observation",
            "Synchronization",
            "Darwin", "Glibc", "Musl",
            // Behind traits:
            "CMalloc", "HTTPTypes", "Hummingbird", "HummingbirdCore", "HummingbirdTLS", "Logging", "Metrics", "NIOCore",
            "NIOHTTP1", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOSSL", "ServiceLifecycle", "Tracing",
        ],
    ]

    /// This file, and those that trait by trait extend it.
    private static let compositionRoot = "Sources/Presentation/CompositionRoot"

    @Test func Sourcesには四つの層だけがある() throws {
        #expect(try Repository.names(in: "Sources") == Self.allowed.keys.sorted())
    }

    @Test(arguments: Self.allowed.keys.sorted())
    func 許されたモジュールだけをインポートする(layer: String) throws {
        let files = try Self.sources(under: "Sources/\(layer)")
        let allowed = try #require(Self.allowed[layer])

        for file in files {
            let permitted = file.path.hasPrefix(Self.compositionRoot) ? allowed.union(["Infrastructure"]) : allowed
            #expect(file.imports.subtracting(permitted).isEmpty, "\(file.path)")
        }
        #expect(!files.isEmpty)
    }

    @Test func Infrastructureの名を挙げるのは合成の根だけ() throws {
        let others = try Self.sources(under: "Sources/Presentation").filter {
            !$0.path.hasPrefix(Self.compositionRoot)
        }

        for file in others {
            #expect(!file.code.contains("Infrastructure"), "\(file.path)")
        }
    }

    @Test func ソースはすべてNFCである() throws {
        for file in try ["Sources", "Tests"].flatMap(Self.sources(under:)) {
            let normalised = file.text.precomposedStringWithCanonicalMapping

            #expect(Array(file.text.unicodeScalars) == Array(normalised.unicodeScalars), "\(file.path)")
        }
    }

    @Test func 製品の名は一箇所にある() throws {
        let place = "Sources/Domain/Product.swift"

        for file in try Self.sources(under: "Sources") where file.path != place {
            #expect(
                !file.code.contains(#/calearning/#.ignoresCase()), "\(file.path) has the name, which \(place) gives.")
        }
    }

    @Test func 関数の中に条件付きコンパイルはない() throws {
        let indentedCondition = #/(?m)^[ ]+#if[ ]/#

        for file in try Self.sources(under: "Sources") {
            #expect(!file.text.contains(indentedCondition), "\(file.path)")
        }
    }

    private struct Source {
        let path: String
        let text: String

        /// The text without its comments.
        var code: String {
            text.split(separator: "\n").map { $0.prefix(upTo: $0.firstRange(of: "//")?.lowerBound ?? $0.endIndex) }
                .joined(separator: "\n")
        }

        var imports: Set<String> {
            let pattern = #/(?m)^\s*(?:@\w+\s+)*(?:\w+\s+)?import\s+(?:[a-z]+\s+)?(\w+)/#
            return Set(code.matches(of: pattern).map { String($0.1) })
        }
    }

    private static func sources(under folder: String) throws -> [Source] {
        try Repository.files(under: folder).map { Source(path: $0, text: try Repository.text(of: $0)) }
    }
}
