// swift-tools-version: 6.3
import PackageDescription

/// The libraries of the course, without the rest of their package. `usecase learn` puts them and their packages here.
let package = Package(
    name: "calearning",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "UsecasesEngine", targets: ["UsecasesEngine"]),
        .library(name: "UsecasesAPIClient", targets: ["UsecasesAPIClient"]),
        .library(name: "UsecasesTerminal", targets: ["UsecasesTerminal"]),
    ],
    dependencies: [
        .package(path: "../swift-argument-parser"),
        .package(path: "../swift-http-types"),
    ],
    targets: [
        .target(name: "UsecasesEngine", path: "Libraries/Engine"),
        .target(name: "UsecasesPresenter", dependencies: ["UsecasesEngine"], path: "Libraries/Presenter"),
        .target(name: "UsecasesLaboratory", dependencies: ["UsecasesEngine"], path: "Libraries/Laboratory"),
        .target(name: "UsecasesSystem", dependencies: ["UsecasesEngine", "UsecasesCCrypto"], path: "Libraries/System"),
        .target(
            name: "UsecasesStorage", dependencies: ["UsecasesEngine", "UsecasesSystem"], path: "Libraries/Storage"),
        .target(
            name: "UsecasesAPIClient",
            dependencies: [
                "UsecasesEngine", "UsecasesSystem",
                .target(name: "UsecasesCCurl", condition: .when(platforms: [.linux])),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(
                    name: "HTTPTypesFoundation", package: "swift-http-types",
                    condition: .when(platforms: [.iOS, .macOS, .tvOS, .visionOS, .watchOS])),
            ],
            path: "Libraries/APIClient"),
        .target(
            name: "UsecasesTerminal",
            dependencies: [
                "UsecasesCBuild", "UsecasesCWidth", "UsecasesEngine", "UsecasesAPIClient", "UsecasesLaboratory",
                "UsecasesPresenter", "UsecasesStorage", "UsecasesSystem",
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
