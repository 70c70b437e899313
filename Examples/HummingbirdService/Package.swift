// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "lending",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: ["FullFoundation"]),
        // In a package of your own: .package(url: "…", from: "…")
        .package(name: "calearning", path: "../.."),
    ],
    targets: [
        .executableTarget(
            name: "Lending",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "UsecasesEngine", package: "calearning"),
                .product(name: "UsecasesStorage", package: "calearning"),
                .product(name: "UsecasesSystem", package: "calearning"),
            ],
            path: "Sources"),
        .testTarget(
            name: "LendingTests",
            dependencies: [
                "Lending",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "UsecasesEngine", package: "calearning"),
                .product(name: "UsecasesLaboratory", package: "calearning"),
                .product(name: "UsecasesStorage", package: "calearning"),
            ],
            path: "Tests"),
    ])
