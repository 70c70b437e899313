// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "course",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "course", targets: ["CoursePresentation"])],
    dependencies: [
        .package(name: "calearning", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    ],
    targets: [
        .target(name: "CourseDomain", dependencies: [.library("UsecasesEngine")], path: "Sources/Domain"),
        .target(
            name: "CourseApplication", dependencies: ["CourseDomain", .library("UsecasesEngine")],
            path: "Sources/Application"),
        .target(
            name: "CourseInfrastructure",
            dependencies: ["CourseDomain", .library("UsecasesAPIClient"), .library("UsecasesEngine")],
            path: "Sources/Infrastructure"),
        .executableTarget(
            name: "CoursePresentation",
            dependencies: [
                "CourseApplication", "CourseDomain", "CourseInfrastructure", .library("UsecasesEngine"),
                .library("UsecasesTerminal"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Presentation"),
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
