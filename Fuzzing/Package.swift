// swift-tools-version: 6.3
import PackageDescription

// A separate package, so the program never depends on packages that only fuzzing needs. `Scripts/fuzz.sh` builds it
// with flags that a manifest cannot pass to dependencies.
let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [
        // As in `.build-server`. That build checks the inputs of the corpus without a fuzzer.
        .package(
            name: "calearning", path: "..", traits: ["Server"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: ["FullFoundation"]),
    ],
    targets: [
        .executableTarget(
            name: "Fuzzers",
            dependencies: [
                .product(name: "CalearningLayers", package: "calearning"),
                .product(name: "UsecasesAPIClient", package: "calearning"),
                .product(name: "UsecasesEngine", package: "calearning"),
                .product(name: "UsecasesLaboratory", package: "calearning"),
                .product(name: "UsecasesService", package: "calearning"),
                .product(name: "UsecasesStorage", package: "calearning"),
                .product(name: "UsecasesSystem", package: "calearning"),
                .product(name: "UsecasesTerminal", package: "calearning"),
                .product(name: "UsecasesTesting", package: "calearning"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ])
    ],
    swiftLanguageModes: [.v6])
