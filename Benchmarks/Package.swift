// swift-tools-version: 6.3
import PackageDescription

// A separate package, so the program never depends on packages that only its measurements need.
let asyncHTTPClient = TargetDependencyCondition.when(traits: ["AsyncHTTPClient"])
let usecases = Target.Dependency.product(name: "Usecases", package: "calearning")

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    traits: [
        .trait(name: "AsyncHTTPClient", description: "Measures that transport, too."),
        .trait(name: "Hummingbird", description: "The route of the service without the service."),
    ],
    dependencies: [
        .package(
            name: "calearning", path: "..",
            traits: [.trait(name: "AsyncHTTPClient", condition: .when(traits: ["AsyncHTTPClient"]))]),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: ["FullFoundation"]),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .target(name: "BenchmarkUsecases", dependencies: [usecases]),
        .target(name: "CAllocations"),
        .executableTarget(
            name: "BareServer",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"]))
            ]),
        .executableTarget(name: "EngineBenchmark", dependencies: ["BenchmarkUsecases", usecases]),
        .executableTarget(
            name: "ClientBenchmark",
            dependencies: [
                "CAllocations", usecases,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: asyncHTTPClient),
                .product(name: "NIOCore", package: "swift-nio", condition: asyncHTTPClient),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: asyncHTTPClient),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras", condition: asyncHTTPClient),
            ]),
        .executableTarget(name: "LaboratoryBenchmark", dependencies: ["BenchmarkUsecases", usecases]),
    ],
    swiftLanguageModes: [.v6])

for target in package.targets where target.type != .system && target.name != "CAllocations" {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
