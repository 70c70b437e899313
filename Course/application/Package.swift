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
        .target(name: "CourseDomain", dependencies: [.usecases], path: "Sources/Domain"),
        .target(name: "CourseApplication", dependencies: ["CourseDomain", .usecases], path: "Sources/Application"),
        .target(
            name: "CourseInfrastructure", dependencies: ["CourseDomain", .usecases], path: "Sources/Infrastructure"),
        .executableTarget(
            name: "CoursePresentation",
            dependencies: [
                "CourseApplication", "CourseDomain", "CourseInfrastructure", .usecases,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Presentation"),
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
