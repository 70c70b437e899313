// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that the program never depends on what only its measurements need. Its sources are links to the
// program's own layers and libraries, whose declarations have `package` access.
let asyncHTTPClient = TargetDependencyCondition.when(traits: ["AsyncHTTPClient"])
let client: [Target.Dependency] = [
    "Usecases",
    "UsecasesSystem",
    .product(name: "HTTPTypes", package: "swift-http-types"),
    .product(
        name: "HTTPTypesFoundation", package: "swift-http-types", condition: .when(platforms: [.macOS])),
    .target(name: "UsecasesCCurl", condition: .when(platforms: [.linux])),
    .target(name: "UsecasesCSockets", condition: .when(platforms: [.linux])),
    .product(name: "AsyncHTTPClient", package: "async-http-client", condition: asyncHTTPClient),
    .product(name: "NIOCore", package: "swift-nio", condition: asyncHTTPClient),
    .product(name: "NIOHTTP1", package: "swift-nio", condition: asyncHTTPClient),
    .product(name: "NIOHTTPCompression", package: "swift-nio-extras", condition: asyncHTTPClient),
    .product(name: "NIOPosix", package: "swift-nio", condition: asyncHTTPClient),
    .product(name: "NIOSSL", package: "swift-nio-ssl", condition: asyncHTTPClient),
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    traits: [
        .trait(name: "AsyncHTTPClient", description: "Measures that transport, too."),
        // Not `Server`, which the linked sources ask for: they would want the rest of the service's dependencies.
        .trait(name: "Hummingbird", description: "The route of the service without the service."),
    ],
    dependencies: [
        .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .target(name: "Usecases"),
        .target(name: "UsecasesLaboratory", dependencies: ["Usecases"]),
        .target(name: "Domain", dependencies: ["Usecases"]),
        .target(name: "Application", dependencies: ["Domain", "Usecases", "UsecasesLaboratory"]),
        .target(
            name: "UsecasesSystem",
            dependencies: ["Usecases", .target(name: "UsecasesCCrypto", condition: .when(platforms: [.linux]))]),
        .target(name: "UsecasesStorage", dependencies: ["Usecases", "UsecasesSystem"]),
        .target(name: "UsecasesAPIClient", dependencies: client),
        .target(
            name: "Infrastructure",
            dependencies: client + ["Domain", "UsecasesAPIClient", "UsecasesStorage"]),
        .target(name: "CAllocations"),
        .systemLibrary(name: "UsecasesCCrypto"),
        .systemLibrary(name: "UsecasesCCurl"),
        .target(name: "UsecasesCSockets"),
        .executableTarget(
            name: "BareServer",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"]))
            ]),
        .executableTarget(name: "EngineBenchmark", dependencies: ["Application", "Domain", "Usecases"]),
        .executableTarget(
            name: "ClientBenchmark", dependencies: client + ["CAllocations", "Infrastructure", "UsecasesAPIClient"]),
        .executableTarget(
            name: "LaboratoryBenchmark",
            dependencies: [
                "Application", "Domain", "Infrastructure", "Usecases", "UsecasesLaboratory", "UsecasesStorage",
            ]),
        .executableTarget(name: "SeedEngine", dependencies: ["OpenCombine"]),
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
