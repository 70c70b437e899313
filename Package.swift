// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "calearning",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "calearning", targets: ["Presentation"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
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
