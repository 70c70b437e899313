// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "parcels",
    platforms: [.macOS(.v15)],
    dependencies: [
        // In a package of your own: .package(url: "…", from: "…")
        .package(name: "calearning", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "Parcels",
            dependencies: [
                "StarterCPostgreSQL",
                .product(name: "UsecasesEngine", package: "calearning"),
                .product(name: "UsecasesRuns", package: "calearning"),
                .product(name: "UsecasesStorage", package: "calearning"),
                .product(name: "UsecasesSystem", package: "calearning"),
            ],
            path: "Sources/Parcels", swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .systemLibrary(
            name: "StarterCPostgreSQL", path: "Sources/CPostgreSQL", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .testTarget(
            name: "ParcelsTests",
            dependencies: [
                "Parcels",
                .product(name: "UsecasesEngine", package: "calearning"),
                .product(name: "UsecasesLaboratory", package: "calearning"),
                .product(name: "UsecasesRuns", package: "calearning"),
            ],
            path: "Tests"),
    ])
