import Foundation
import UsecasesEngine
import UsecasesLaboratory
import UsecasesSystem

/// A folder that keeps the worlds that searches have found, each in a file, and a list with a line for each search.
struct WorldCorpus {
    /// What a saved world does in this version.
    enum Outcome: String, Encodable {
        case kept, broken, impossible
    }

    private static let list = "searches.jsonl"

    let folder: String
    private(set) var files: [(name: String, outcome: Outcome)] = []
    /// The worlds that still break an invariant.
    private(set) var broken: [BrokenWorld] = []

    /// Replays the worlds in the folder. Creates the folder if it does not exist. Throws `unwritable`, `unreadable` or `damaged`.
    init<App: TerminalApplication>(in folder: String, of application: App.Type) throws(ErrorWrapper) {
        self.folder = folder
        let names = try withWriteErrors(at: folder, of: .recording) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        }
        for name in names.sorted() where name.hasSuffix(".json") {
            let path = "\(folder)/\(name)"
            guard case .world(let world) = try App.replayable(in: path) else { continue }
            let found = try App.broken(in: world, from: path)
            files.append((name, found.map { $0.isEmpty ? .kept : .broken } ?? .impossible))
            broken += (found ?? []).filter { world in !broken.contains { $0.name == world.name } }
        }
    }

    /// Saves the worlds of the report that the folder does not have, and appends a line to the list. Returns the paths of the new
    /// files. Throws `unwritable`.
    func add<App: TerminalApplication>(
        _ report: WorldsReport, after duration: Duration, of application: App.Type
    ) throws(ErrorWrapper) -> [String] {
        let date = "\(SystemClock().now)"
        var findings: [JSONMembers] = []
        var paths: [String] = []
        for story in report.stories where !broken.contains(where: { $0.name == story.broken.name }) {
            let name = "\(date.replacing(":", with: ""))-\(story.broken.name).json"
            try App.save(WorldFile(story.broken), to: "\(folder)/\(name)")
            findings.append(["promise": story.broken.name, "file": name])
            paths.append("\(folder)/\(name)")
        }
        var members = report.numbers
        members["date"] = date
        members["version"] = App.product.version
        members["milliseconds"] = duration.milliseconds
        members["findings"] = findings
        let path = "\(folder)/\(Self.list)"
        try withWriteErrors(at: path, of: .recording) {
            let line = try JSONMembers(members).jsonLine + "\n"
            try FileDescriptor(path, O_WRONLY | O_CREAT | O_APPEND, mode: 0o600).write(Data(line.utf8))
        }
        return paths
    }

    private func names(of outcome: Outcome) -> [String] { files.filter { $0.outcome == outcome }.map(\.name) }

    var sentence: Sentence {
        let broken = names(of: .broken)
        let list = broken.isEmpty ? "" : " (\(broken.joined(separator: ", ")))"
        return Sentence(
            en: """
                \(files.count) saved worlds: \(broken.count) still break an invariant\(list), \(names(of: .kept).count) keep all, \
                and \(names(of: .impossible).count) are no longer possible.
                """,
            ja: """
                保存された世界\(files.count): 今も不変条件が破れるもの\(broken.count)\(list)、すべて成り立つもの\
                \(names(of: .kept).count)、もう起こりえないもの\(names(of: .impossible).count)。
                """)
    }

    var json: [JSONMembers] { files.map { ["file": $0.name, "outcome": $0.outcome] } }
}
