import Usecases
import UsecasesCBuild

/// What `--version` tells.
enum ProgramVersion {
    static func text(of product: Product) -> String {
        """
        \(product.name) \(product.version)
        commit: \(commit.isEmpty ? "unknown, as this is no release" : commit)
        traits: \(traits.isEmpty ? "none" : traits.joined(separator: ", "))
        """
    }

    private static let commit = String(cString: build_commit)
}

extension ProgramVersion {
    /// What is built in beyond the default.
    private static let traits = asyncHTTPClient + openCombine + server + postgreSQL
}

#if AsyncHTTPClient
extension ProgramVersion { private static let asyncHTTPClient = ["AsyncHTTPClient"] }
#else
extension ProgramVersion { private static let asyncHTTPClient: [String] = [] }
#endif

#if OpenCombine
extension ProgramVersion { private static let openCombine = ["OpenCombine"] }
#else
extension ProgramVersion { private static let openCombine: [String] = [] }
#endif

#if Server
extension ProgramVersion { private static let server = ["Server"] }
#else
extension ProgramVersion { private static let server: [String] = [] }
#endif

#if PostgreSQL
extension ProgramVersion { private static let postgreSQL = ["PostgreSQL"] }
#else
extension ProgramVersion { private static let postgreSQL: [String] = [] }
#endif
