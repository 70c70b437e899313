// swift-tools-version: 6.2
import PackageDescription

/// The built commit, if the release build names it.
let commit: [CSetting] =
    if let commit = Context.environment["BUILD_COMMIT"], commit.allSatisfy(\.isHexDigit) {
        [.define("BUILD_COMMIT", to: "\"\(commit)\"")]
    } else {
        []
    }

let package = Package(
    name: "calearning",
    platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .visionOS(.v2), .watchOS(.v11)],
    products: [
        .executable(name: "calearning", targets: ["CalearningPresentation"]),
        // The program for people who build with the libraries.
        .executable(name: "usecase", targets: ["UsecasesTool"]),
        // The libraries, one product each. The engine has no dependency, and imports no Foundation.
        .library(name: "UsecasesEngine", targets: ["UsecasesEngine"]),
        .library(name: "UsecasesPresenter", targets: ["UsecasesPresenter"]),
        .library(name: "UsecasesLaboratory", targets: ["UsecasesLaboratory"]),
        .library(name: "UsecasesSystem", targets: ["UsecasesSystem"]),
        .library(name: "UsecasesStorage", targets: ["UsecasesStorage"]),
        .library(name: "UsecasesRuns", targets: ["UsecasesRuns"]),
        .library(name: "UsecasesAPIClient", targets: ["UsecasesAPIClient"]),
        .library(name: "UsecasesCombine", targets: ["UsecasesCombine"]),
        .library(name: "UsecasesTerminal", targets: ["UsecasesTerminal"]),
        .library(name: "UsecasesWeb", targets: ["UsecasesWeb"]),
        .library(name: "UsecasesService", targets: ["UsecasesService"]),
        .library(name: "UsecasesTesting", targets: ["UsecasesTesting"]),
        // The library for the other packages in this repository. The layers declare nothing public.
        .library(
            name: "CalearningLayers",
            targets: ["CalearningApplication", "CalearningDomain", "CalearningInfrastructure"]),
    ],
    traits: [
        .trait(name: "Server", description: "The service, `calearning serve`, on SQLite and PostgreSQL.")
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: ["FullFoundation"]),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(name: "CalearningDomain", dependencies: ["UsecasesEngine"], path: "Sources/Domain"),
        .target(
            name: "CalearningApplication", dependencies: ["CalearningDomain", "UsecasesEngine", "UsecasesLaboratory"],
            path: "Sources/Application"),
        .target(
            name: "CalearningInfrastructure",
            dependencies: .all(
                [
                    "CalearningDomain", "UsecasesEngine", "UsecasesAPIClient", "UsecasesRuns", "UsecasesStorage",
                    "UsecasesSystem", .telemetryLibrary, .postgreSQL,
                    .product(name: "HTTPTypes", package: "swift-http-types"),
                ],
                .server("GRDB", from: "GRDB.swift"),
                .telemetry
            ),
            path: "Sources/Infrastructure"),
        .executableTarget(
            name: "CalearningPresentation",
            dependencies: .all(
                .libraries,
                [
                    "CalearningApplication", "CalearningDomain", "CalearningInfrastructure", "UsecasesRuns",
                    "UsecasesService",
                    .product(name: "ArgumentParser", package: "swift-argument-parser"),
                ],
                .server("Hummingbird", from: "hummingbird"),
                .telemetry
            ),
            path: "Sources/Presentation",
            resources: [.embedInCode("Server/openapi.json")]),
        .executableTarget(
            name: "UsecasesTool",
            dependencies: [
                "UsecasesEngine", "UsecasesStorage", "UsecasesSystem", "UsecasesTerminal",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tool"),
        .target(name: "UsecasesEngine", path: "Libraries/Engine"),
        .target(name: "UsecasesPresenter", dependencies: ["UsecasesEngine"], path: "Libraries/Presenter"),
        .target(name: "UsecasesLaboratory", dependencies: ["UsecasesEngine"], path: "Libraries/Laboratory"),
        .target(name: "UsecasesSystem", dependencies: ["UsecasesEngine", "UsecasesCCrypto"], path: "Libraries/System"),
        .target(
            name: "UsecasesStorage", dependencies: ["UsecasesEngine", "UsecasesSystem"], path: "Libraries/Storage"),
        .target(
            name: "UsecasesRuns", dependencies: ["UsecasesEngine", "UsecasesLaboratory", "UsecasesStorage"],
            path: "Libraries/Runs"),
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
            name: "UsecasesCombine",
            dependencies: ["UsecasesEngine", "UsecasesAPIClient", .openCombine],
            path: "Libraries/Combine"),
        .target(
            name: "UsecasesTerminal",
            dependencies: [
                "UsecasesCBuild", "UsecasesCWidth", "UsecasesEngine", "UsecasesAPIClient", "UsecasesLaboratory",
                "UsecasesPresenter", "UsecasesStorage", "UsecasesSystem",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Libraries/Terminal"),
        .target(
            name: "UsecasesWeb",
            dependencies: ["UsecasesEngine", "UsecasesStorage", "UsecasesSystem", "UsecasesTerminal"],
            path: "Libraries/Web"),
        .target(
            name: "UsecasesService",
            dependencies: .all(
                [
                    "UsecasesEngine", "UsecasesAPIClient", "UsecasesRuns", "UsecasesStorage", "UsecasesSystem",
                    "UsecasesTerminal", "UsecasesWeb",
                    .telemetryLibrary,
                    .product(name: "ArgumentParser", package: "swift-argument-parser"),
                    .malloc,
                ],
                .server("Configuration", from: "swift-configuration"),
                .server("HTTPTypes", from: "swift-http-types"),
                .server("Hummingbird", "HummingbirdCore", from: "hummingbird"),
                .server("NIOCore", "NIOHTTP1", from: "swift-nio"),
                .server("NIOHTTPTypes", "NIOHTTPTypesHTTP1", from: "swift-nio-extras"),
                .server("NIOSSL", from: "swift-nio-ssl"),
                .server("ServiceLifecycle", from: "swift-service-lifecycle"),
                .telemetry
            ),
            path: "Libraries/Service"),
        .target(name: "UsecasesTelemetry", dependencies: .ofTelemetry, path: "Libraries/Telemetry"),
        .target(
            name: "UsecasesTesting",
            dependencies: [
                "UsecasesEngine", "UsecasesAPIClient", "UsecasesLaboratory", "UsecasesRuns", "UsecasesStorage",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Libraries/Testing"),
        .target(name: "UsecasesCBuild", path: "Libraries/C/Build", cSettings: commit),
        .systemLibrary(name: "UsecasesCCrypto", path: "Libraries/C/Crypto"),
        .systemLibrary(name: "UsecasesCCurl", path: "Libraries/C/Curl"),
        .systemLibrary(name: "UsecasesCMalloc", path: "Libraries/C/Malloc"),
        .systemLibrary(name: "UsecasesCPostgreSQL", path: "Libraries/C/PostgreSQL"),
        .systemLibrary(name: "UsecasesCWidth", path: "Libraries/C/Width"),
        // It limits how many specs run at the same time.
        .target(name: "CalearningTestWidth", path: "Tests/Width"),
        // What the specs of libraries share. It knows no layer.
        .target(
            name: "UsecasesTestSupport",
            dependencies: .all(
                .libraries,
                [
                    "CalearningTestWidth", "UsecasesService", "UsecasesTesting",
                    .product(name: "HTTPTypes", package: "swift-http-types"),
                ],
                .server("Hummingbird", from: "hummingbird"),
                .server("ServiceLifecycle", from: "swift-service-lifecycle"),
                .telemetry
            ),
            path: "Tests/Libraries/Support"),
        .libraryTests(
            "UsecasesEngine", ["UsecasesLaboratory", "UsecasesStorage", "UsecasesSystem", "UsecasesTerminal"]),
        .libraryTests(
            "UsecasesAPIClient",
            [
                "UsecasesEngine", "UsecasesCombine", "UsecasesSystem", .openCombine,
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        .libraryTests("UsecasesPresenter", ["UsecasesEngine"]),
        .libraryTests("UsecasesLaboratory", ["UsecasesEngine", "UsecasesStorage"]),
        .libraryTests(
            "UsecasesStorage", ["UsecasesEngine", "UsecasesAPIClient", "UsecasesLaboratory", "UsecasesSystem"]),
        .libraryTests("UsecasesRuns", ["UsecasesEngine", "UsecasesLaboratory", "UsecasesStorage"]),
        .libraryTests("UsecasesSystem", ["UsecasesEngine"]),
        .libraryTests(
            "UsecasesTelemetry",
            .all(
                ["UsecasesEngine", "UsecasesAPIClient", .product(name: "HTTPTypes", package: "swift-http-types")],
                .telemetry)
        ),
        .libraryTests(
            "UsecasesTerminal",
            [
                "UsecasesEngine", "UsecasesAPIClient", "UsecasesLaboratory", "UsecasesStorage", "UsecasesSystem",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .libraryTests("UsecasesWeb", ["UsecasesEngine", "UsecasesTerminal"]),
        .libraryTests(
            "UsecasesService",
            .all(
                [
                    "UsecasesEngine", "UsecasesRuns", "UsecasesStorage", "UsecasesSystem", "UsecasesTerminal",
                    "UsecasesWeb",
                    .product(name: "HTTPTypes", package: "swift-http-types"),
                    .product(name: "ArgumentParser", package: "swift-argument-parser"), .telemetryLibrary,
                ],
                .server("Configuration", from: "swift-configuration"),
                .server("Hummingbird", "HummingbirdCore", from: "hummingbird"),
                .server("NIOCore", "NIOEmbedded", from: "swift-nio"),
                .server("NIOHTTPTypes", from: "swift-nio-extras"),
                .server("ServiceLifecycle", from: "swift-service-lifecycle"),
                .telemetry
            )),
        .libraryTests(
            "UsecasesTesting", ["UsecasesEngine", "UsecasesLaboratory", "UsecasesStorage", "UsecasesTerminal"]),
        // A test target, because it imports the program. No release build has it.
        .testTarget(
            name: "CalearningTestSupport",
            dependencies: .all(
                .layers, .libraries,
                [
                    "UsecasesRuns", "UsecasesService", "UsecasesTestSupport", "UsecasesTesting", .postgreSQL,
                    .product(name: "HTTPTypes", package: "swift-http-types"),
                ],
                .server("GRDB", from: "GRDB.swift"),
                .telemetry
            ),
            path: "Tests/Support"),
        // The examples of guides, compiled as in another package.
        .testTarget(
            name: "UsecasesGuideTests",
            dependencies: [
                "UsecasesEngine", "UsecasesAPIClient", "UsecasesSystem", "UsecasesTesting",
                .product(name: "HTTPTypes", package: "swift-http-types"), "UsecasesCombine", .openCombine,
            ],
            path: "Tests/Guides", packageAccess: false),
        .testTarget(
            name: "CalearningDomainTests",
            dependencies: [
                "CalearningDomain", "CalearningTestSupport", "UsecasesEngine", "UsecasesTestSupport", "UsecasesTesting",
            ],
            path: "Tests/Domain"),
        .testTarget(
            name: "CalearningApplicationTests",
            dependencies: .all(
                .layers, .libraries,
                ["CalearningTestSupport", "UsecasesRuns", "UsecasesTestSupport", "UsecasesTesting"]),
            path: "Tests/Application"),
        .testTarget(
            name: "CalearningInfrastructureTests",
            dependencies: .all(
                .layers, .libraries,
                [
                    "CalearningTestSupport", "UsecasesRuns", "UsecasesTestSupport", "UsecasesTesting",
                    .telemetryLibrary,
                    .product(name: "HTTPTypes", package: "swift-http-types"),
                ],
                .server("GRDB", from: "GRDB.swift"),
                .server("MetricsTestKit", from: "swift-metrics"),
                .telemetry
            ),
            path: "Tests/Infrastructure"),
        .testTarget(
            name: "CalearningPresentationTests",
            dependencies: .all(
                .layers, .libraries,
                [
                    "CalearningTestSupport", "UsecasesRuns", "UsecasesService", "UsecasesTestSupport",
                    "UsecasesTesting",
                    "UsecasesWeb",
                    .telemetryLibrary,
                    .product(name: "ArgumentParser", package: "swift-argument-parser"),
                    .product(name: "HTTPTypes", package: "swift-http-types"),
                ],
                .server("HummingbirdCore", from: "hummingbird"),
                .server("NIOCore", "NIOEmbedded", from: "swift-nio"),
                .server("NIOHTTPTypes", from: "swift-nio-extras"),
                .telemetry
            ),
            path: "Tests/Presentation"),
        .testTarget(
            name: "CalearningProcessTests",
            dependencies: .all(
                .layers, .libraries,
                [
                    "CalearningTestSupport", "UsecasesRuns", "UsecasesTestSupport", "UsecasesTesting",
                    .product(name: "ArgumentParser", package: "swift-argument-parser"),
                ],
                .server("GRDB", from: "GRDB.swift")
            ),
            path: "Tests/Processes"),
        .testTarget(
            name: "UsecasesToolTests",
            dependencies: .all(
                .libraries,
                [
                    "UsecasesTestSupport", "UsecasesTesting", "UsecasesTool",
                    .product(name: "ArgumentParser", package: "swift-argument-parser"),
                ]
            ),
            path: "Tests/Tool"),
        .testTarget(
            name: "CalearningHouseTests",
            dependencies: .all(
                .layers, .libraries,
                [
                    "CalearningTestSupport", "UsecasesTestSupport", "UsecasesTesting", "UsecasesTool",
                    .product(name: "HTTPTypes", package: "swift-http-types"), "UsecasesCombine", .openCombine,
                ]
            ),
            path: "Tests/House"),
    ],
    swiftLanguageModes: [.v6])

// The dependencies of the trait. They are neither fetched nor built without it.

extension Target.Dependency {
    static var malloc: Self {
        .target(name: "UsecasesCMalloc", condition: .when(platforms: [.linux], traits: ["Server"]))
    }
    static var openCombine: Self {
        .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux]))
    }
    static var telemetryLibrary: Self { .target(name: "UsecasesTelemetry", condition: .when(traits: ["Server"])) }
    static var postgreSQL: Self { .target(name: "UsecasesCPostgreSQL", condition: .when(traits: ["Server"])) }
}

extension Target {
    /// The specs of a library. `others` are the libraries and packages that they name besides it.
    static func libraryTests(_ library: String, _ others: [Target.Dependency]) -> Target {
        let libraries = Set([library, "UsecasesTestSupport", "UsecasesTesting"]).sorted()
        return .testTarget(
            name: library + "Tests", dependencies: libraries.map { .byName(name: $0) } + others,
            path: "Tests/Libraries/\(library.dropFirst("Usecases".count))")
    }
}

extension [Target.Dependency] {
    static func all(_ parts: [Target.Dependency]...) -> [Target.Dependency] { parts.flatMap { $0 } }

    static var layers: Self {
        ["CalearningApplication", "CalearningDomain", "CalearningInfrastructure", "CalearningPresentation"]
    }

    /// The libraries without a trait.
    static var libraries: Self {
        [
            "UsecasesEngine", "UsecasesAPIClient", "UsecasesLaboratory", "UsecasesStorage", "UsecasesSystem",
            "UsecasesTerminal",
        ]
    }

    static func server(_ products: String..., from package: String) -> Self {
        products.map { .product(name: $0, package: package, condition: .when(traits: ["Server"])) }
    }

    static var ofTelemetry: Self {
        .all(
            ["UsecasesEngine", "UsecasesAPIClient", "UsecasesSystem"], server("HTTPTypes", from: "swift-http-types"),
            telemetry)
    }

    /// The packages for the service's logs, metrics and traces.
    static var telemetry: Self {
        .all(
            server("Logging", from: "swift-log"),
            server("Metrics", from: "swift-metrics"),
            server("Tracing", from: "swift-distributed-tracing")
        )
    }
}

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
