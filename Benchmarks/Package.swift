// swift-tools-version: 6.3
import PackageDescription

// A separate package, so the program never depends on packages that only its measurements need.
let usecases = ["Engine", "Laboratory", "Storage", "System"].map {
    Target.Dependency.product(name: "Usecases\($0)", package: "calearning")
}

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    traits: [
        .trait(name: "Hummingbird", description: "The route of the service without the service.")
    ],
    dependencies: [
        .package(name: "calearning", path: ".."),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: ["FullFoundation"]),
    ],
    targets: [
        .target(name: "BenchmarkUsecases", dependencies: usecases),
        .target(name: "CAllocations"),
        .executableTarget(
            name: "BareServer",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"]))
            ]),
        .executableTarget(name: "EngineBenchmark", dependencies: ["BenchmarkUsecases"] + usecases),
        .executableTarget(
            name: "ClientBenchmark",
            dependencies: usecases + [
                "CAllocations", .product(name: "UsecasesAPIClient", package: "calearning"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
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
