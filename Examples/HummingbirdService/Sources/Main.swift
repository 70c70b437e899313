import Hummingbird
import UsecasesStorage

/// The service at http://127.0.0.1:8080. It records the returns in a new file, if an argument names one.
@main enum Main {
    static func main() async throws {
        let file = CommandLine.arguments.dropFirst().first.map { RecordingFile($0) }
        let taps = file.map { [RecordingTap(write: $0.write, flush: $0.flush)] } ?? []
        try await Application(router: router(to: BookShelf(), taps: taps)).runService()
    }
}
