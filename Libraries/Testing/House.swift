import Foundation
import Usecases
import UsecasesLaboratory
public import UsecasesTerminal

/// Checks of the architecture of an application, each in one call.
public enum House {
    /// The findings of the laboratory about all use cases, as sentences: a scene that no run reaches, a loop without an end, an
    /// error that is lost, a scene without an English sentence, a sentence without a scene.
    public static func findings<App: TerminalApplication>(in application: App.Type) async -> [String] {
        await Explorations.all(in: application).flatMap { exploration in
            let usecase = exploration.usecase
            let scenes = Set([usecase.title] + usecase.scenes.map(\.name))
            let findings = exploration.findings.map { $0.sentence(about: usecase).text(in: .en) }
            let others = usecase.english.keys.filter { !scenes.contains($0) }.sorted()
            return (findings + others.map { "“\($0)” has an English sentence, but is no scene." }).map {
                "\(usecase.name): \($0)"
            }
        }
    }

    /// The imports that the layers in the folder `sources` do not allow, as sentences: Domain imports only `Usecases`, and
    /// Application also Domain and the laboratory; Infrastructure and Presentation never import each other, but for the files
    /// whose names begin with `root`, which put the application together.
    ///
    /// `prefix` is that of the modules: `Shop` for `ShopDomain`. Throws if the folder cannot be read.
    public static func forbiddenImports(in sources: String, prefix: String, root: String) throws -> [String] {
        let inner: Set = ["Synchronization", "Usecases", "UsecasesLaboratory", "\(prefix)Domain"]
        var sentences: [String] = []
        for layer in ["Domain", "Application", "Infrastructure", "Presentation"] {
            for path in try FileManager.default.subpathsOfDirectory(atPath: sources + "/" + layer).sorted() {
                guard path.hasSuffix(".swift") else { continue }
                let text = try String(contentsOfFile: "\(sources)/\(layer)/\(path)", encoding: .utf8)
                for module in modules(importedBy: text).sorted() {
                    let isAllowed =
                        switch layer {
                        case "Domain": module == "Usecases"
                        case "Application": inner.contains(module)
                        case "Infrastructure": !["Application", "Presentation"].contains { module == prefix + $0 }
                        case _:
                            module != prefix + "Infrastructure"
                                || path.split(separator: "/").last?.hasPrefix(root) == true
                        }
                    if !isAllowed { sentences.append("\(layer)/\(path) imports \(module).") }
                }
            }
        }
        return sentences
    }

    /// The names of the modules that a source imports.
    package static func modules(importedBy source: String) -> Set<String> {
        let pattern = #/(?m)^\s*(?:@\w+\s+)*(?:\w+\s+)?import\s+(?:[a-z]+\s+)?(\w+)/#
        return Set(source.matches(of: pattern).map { String($0.1) })
    }
}
