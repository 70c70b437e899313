// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "calearning",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "calearning", targets: ["Presentation"])],
    traits: [
        .trait(name: "AsyncHTTPClient", description: "A transport on AsyncHTTPClient, for those who make many calls."),
        .trait(name: "OpenCombine", description: "Publishers on systems without Combine."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .target(name: "Domain"),
        .target(name: "Application", dependencies: ["Domain"]),
        .target(
            name: "Infrastructure",
            dependencies: [
                "Domain",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
                .product(
                    name: "AsyncHTTPClient", package: "async-http-client",
                    condition: .when(traits: ["AsyncHTTPClient"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
                .product(
                    name: "NIOHTTPCompression", package: "swift-nio-extras",
                    condition: .when(traits: ["AsyncHTTPClient"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(traits: ["OpenCombine"])),
            ]),
        .executableTarget(
            name: "Presentation",
            dependencies: [
                "Application", "CWidth", "Domain", "Infrastructure",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .systemLibrary(name: "CWidth", path: "Libraries/CWidth"),
        .testTarget(
            name: "CalearningTests",
            dependencies: [
                "Application", "Domain", "Infrastructure", "Presentation",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(traits: ["OpenCombine"])),
            ]),
    ],
    swiftLanguageModes: [.v6])

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
