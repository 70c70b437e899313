enum LayerModules {
    /// The modules of this package and of others that each layer may import; Foundation counts as an outside package,
    /// too.
    static let allowed: [String: Set<String>] = [
        "Domain": ["Usecases"],
        "Application": ["Domain", "Synchronization", "Usecases", "UsecasesLaboratory"],
        "Infrastructure": [
            "Dispatch",
            "Domain",
            "Foundation",
            "HTTPTypes",
            "Synchronization",
            "Usecases",
            "UsecasesAPIClient",
            "UsecasesStorage",
            "UsecasesSystem",
            // Behind traits:
            "CoreMetrics",
            "CPostgreSQL",
            "GRDB",
            "Logging",
            "Metrics",
            "UsecasesTelemetry",
        ],
        "Presentation": [
            "Domain",
            "Application",
            "ArgumentParser",
            "CBuild",
            "CWidth",
            "Foundation",
            "Dispatch",
            "Observation",
            "Synchronization",
            "Darwin",
            "Glibc",
            "Musl",
            "Usecases",
            "UsecasesLaboratory",
            // Behind traits:
            "CMalloc",
            "HTTPTypes",
            "Hummingbird",
            "HummingbirdCore",
            "HummingbirdTLS",
            "Logging",
            "Metrics",
            "NIOCore",
            "NIOHTTP1",
            "NIOHTTPTypes",
            "NIOHTTPTypesHTTP1",
            "NIOSSL",
            "ServiceLifecycle",
            "Tracing",
        ],
    ]

    /// What only the composition root may import besides: the adapters.
    static let adapters: Set<String> = [
        "Infrastructure",
        "UsecasesAPIClient",
        "UsecasesStorage",
        "UsecasesSystem",
        "UsecasesTelemetry",
    ]

    /// The modules that each library may import.
    static let libraries: [String: Set<String>] = [
        "Usecases": ["Synchronization"],
        "Laboratory": ["Synchronization", "Usecases"],
        "System": [
            "CCrypto",
            "Dispatch",
            "Foundation",
            "Synchronization",
            "Usecases",
            // Behind traits:
            "Crypto",
            "CryptoExtras",
        ],
        "Storage": ["Foundation", "Synchronization", "Usecases", "UsecasesSystem"],
        "APIClient": [
            "CCurl",
            "CSockets",
            "Combine",
            "Foundation",
            "HTTPTypes",
            "HTTPTypesFoundation",
            "Synchronization",
            "Usecases",
            "UsecasesSystem",
            // Behind traits:
            "AsyncHTTPClient",
            "NIOCore",
            "NIOHTTP1",
            "NIOHTTPCompression",
            "NIOPosix",
            "NIOSSL",
            "OpenCombine",
        ],
        "Telemetry": [
            "CoreMetrics",
            "Foundation",
            "Logging",
            "Metrics",
            "Synchronization",
            "Tracing",
            "Usecases",
            "UsecasesSystem",
        ],
    ]
}
