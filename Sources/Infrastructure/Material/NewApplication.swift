import CalearningDomain
import Usecases

/// The files of an application of one's own: those of the starter, renamed.
struct NewApplication {
    /// The folder of the starter in the source. In it, `Overlays` has files that take the place of others.
    private static let starter = "Starter"
    private static let overlays = "Overlays/"

    let order: ApplicationOrder
    let source: SourceRoot

    /// By their paths in the application. Throws if the source cannot be read.
    func files() throws -> [String: MaterialFile] {
        let starter = try source.files(below: Self.starter)
        var files = starter.filter { !$0.key.hasPrefix(Self.overlays) }
        for overlay in [order.language == .ja ? "ja" : nil, order.hasService ? "service" : nil].compactMap(\.self) {
            let prefix = "\(Self.overlays)\(overlay)/"
            for (path, file) in starter where path.hasPrefix(prefix) {
                files[String(path.dropFirst(prefix.count))] = file
            }
        }
        var renamed: [String: MaterialFile] = [:]
        for (path, file) in files {
            let text = String(decoding: file.content, as: UTF8.self).replacing(
                "name: \"\(Product.own.name)\", path: \"..\"", with: dependency)
            renamed[named(path)] = MaterialFile(content: Array(named(text).utf8), isExecutable: file.isExecutable)
        }
        return renamed
    }

    private func named(_ text: String) -> String {
        let name = order.name.rawValue
        let named = text.replacing("Starter", with: name).replacing("starter", with: name.lowercased())
            .replacing("STARTER", with: name.uppercased())
        // The modules have other names, and another order.
        return named.replacing(#/(?m)(?:^(?:package )?import \w+\n)+/#) { imports in
            imports.0.split(separator: "\n").map { ($0.split(separator: " ").last ?? "", $0) }.sorted { $0 < $1 }
                .map { $0.1 + "\n" }.joined()
        }
    }

    /// The libraries, in the manifest.
    private var dependency: String {
        switch order.libraries {
        case .beside:
            let path = source.path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "name: \"\(Product.own.name)\", path: \"\(path)\""
        case .repository(let url, let version): return "url: \"\(url)\", from: \"\(version)\""
        }
    }
}
