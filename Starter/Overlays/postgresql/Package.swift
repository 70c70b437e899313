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
                "StarterCPostgreSQL",
            ],
            path: "Sources/Infrastructure"),
        .systemLibrary(
            name: "StarterCPostgreSQL", path: "Sources/CPostgreSQL", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
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
            ]),
    ],
    swiftLanguageModes: [.v6])

extension Target.Dependency {
    static func library(_ name: String) -> Self { .product(name: name, package: "calearning") }
}

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
