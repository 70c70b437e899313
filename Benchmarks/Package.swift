// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that the program never depends on what only its measurements need. `Sources/Domain` and
// `Sources/Application` are links to the program's own layers: its declarations have `package` access.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")
    ],
    targets: [
        .target(name: "Domain"),
        .target(name: "Application", dependencies: ["Domain"]),
        .executableTarget(name: "EngineBenchmark", dependencies: ["Application", "Domain"]),
        .executableTarget(name: "SeedEngine", dependencies: ["OpenCombine"]),
    ],
    swiftLanguageModes: [.v6])

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
