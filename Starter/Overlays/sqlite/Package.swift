// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "starter",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "starter", targets: ["StarterPresentation"])],
    dependencies: [
        .package(name: "calearning", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(name: "StarterDomain", dependencies: [.library("UsecasesEngine")], path: "Sources/Domain"),
        .target(
            name: "StarterApplication",
            dependencies: ["StarterDomain", .library("UsecasesEngine"), .library("UsecasesLaboratory")],
            path: "Sources/Application"),
        .target(
            name: "StarterInfrastructure",
            dependencies: [
                "StarterDomain", .library("UsecasesAPIClient"), .library("UsecasesEngine"),
                .library("UsecasesStorage"),
                .library("UsecasesSystem"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Sources/Infrastructure"),
        .executableTarget(
            name: "StarterPresentation",
            dependencies: [
                "StarterApplication", "StarterDomain", "StarterInfrastructure",
                .library("UsecasesAPIClient"), .library("UsecasesEngine"), .library("UsecasesLaboratory"),
                .library("UsecasesTerminal"),
            ],
            path: "Sources/Presentation"),
        .testTarget(
            name: "StarterTests",
            dependencies: [
                "StarterApplication", "StarterDomain", "StarterInfrastructure",
                "StarterPresentation", .library("UsecasesEngine"), .library("UsecasesStorage"),
                .library("UsecasesTerminal"), .library("UsecasesTesting"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
    ],
    swiftLanguageModes: [.v6])

extension Target.Dependency {
    static func library(_ name: String) -> Self { .product(name: name, package: "calearning") }
}

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
