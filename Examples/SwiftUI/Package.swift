// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Login",
    platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .visionOS(.v2), .watchOS(.v11)],
    products: [.library(name: "LoginViews", targets: ["LoginViews"])],
    dependencies: [.package(name: "calearning", path: "../..")],
    targets: [
        .target(name: "Login", dependencies: [.library("UsecasesEngine"), .library("UsecasesPresenter")]),
        .target(
            name: "LoginViews",
            dependencies: [
                "Login", .library("UsecasesEngine"), .library("UsecasesPresenter"), .library("UsecasesSystem"),
            ]),
        .testTarget(
            name: "LoginTests",
            dependencies: [
                "Login", .library("UsecasesEngine"), .library("UsecasesPresenter"), .library("UsecasesSystem"),
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
