// swift-tools-version: 6.3
import PackageDescription

/// The libraries of the course, without the rest of their package. `usecase learn` puts them and their packages here.
let package = Package(
    name: "calearning",
    platforms: [.macOS(.v15)],
    products: [
        .library(
            name: "Usecases",
            targets: [
                "Usecases", "UsecasesAPIClient", "UsecasesLaboratory", "UsecasesStorage", "UsecasesSystem",
                "UsecasesTerminal",
            ])
    ],
    dependencies: [
        .package(path: "../swift-argument-parser"),
        .package(path: "../swift-http-types"),
    ],
    targets: [
        .target(name: "Usecases", path: "Libraries/Usecases"),
        .target(name: "UsecasesLaboratory", dependencies: ["Usecases"], path: "Libraries/Laboratory"),
        .target(name: "UsecasesSystem", dependencies: ["Usecases", "UsecasesCCrypto"], path: "Libraries/System"),
        .target(name: "UsecasesStorage", dependencies: ["Usecases", "UsecasesSystem"], path: "Libraries/Storage"),
        .target(
            name: "UsecasesAPIClient",
            dependencies: [
                "Usecases", "UsecasesSystem",
                .target(name: "UsecasesCCurl", condition: .when(platforms: [.linux])),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(
                    name: "HTTPTypesFoundation", package: "swift-http-types",
                    condition: .when(platforms: [.macOS, .iOS])),
            ],
            path: "Libraries/APIClient"),
        .target(
            name: "UsecasesTerminal",
            dependencies: [
                "UsecasesCBuild", "UsecasesCWidth", "Usecases", "UsecasesAPIClient", "UsecasesLaboratory",
                "UsecasesStorage",
                "UsecasesSystem",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Libraries/Terminal"),
        .target(name: "UsecasesCBuild", path: "Libraries/C/Build"),
        .systemLibrary(name: "UsecasesCCrypto", path: "Libraries/C/Crypto"),
        .systemLibrary(name: "UsecasesCCurl", path: "Libraries/C/Curl"),
        .systemLibrary(name: "UsecasesCWidth", path: "Libraries/C/Width"),
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
