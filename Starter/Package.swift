// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "starter",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "starter", targets: ["StarterPresentation"])],
    dependencies: [
        .package(name: "calearning", path: "..")
    ],
    targets: [
        .target(name: "StarterDomain", dependencies: [.usecases], path: "Sources/Domain"),
        .target(
            name: "StarterApplication",
            dependencies: ["StarterDomain", .usecases],
            path: "Sources/Application"),
        .target(
            name: "StarterInfrastructure",
            dependencies: ["StarterDomain", .usecases],
            path: "Sources/Infrastructure"),
        .executableTarget(
            name: "StarterPresentation",
            dependencies: [
                "StarterApplication", "StarterDomain", "StarterInfrastructure", .usecases,
            ],
            path: "Sources/Presentation"),
        .testTarget(
            name: "StarterTests",
            dependencies: [
                "StarterApplication", "StarterDomain", "StarterInfrastructure",
                "StarterPresentation", .usecases,
                .product(name: "UsecasesTesting", package: "calearning"),
            ]),
    ],
    swiftLanguageModes: [.v6])

extension Target.Dependency {
    static var usecases: Self { .product(name: "Usecases", package: "calearning") }
}

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
