public import Usecases
import UsecasesLaboratory

/// The result of replaying a recorded run.
public struct ReplayedRun: Sendable {
    /// The report of the replay.
    public let report: Report
    /// The differences from the recording, and the places where it ended or was silent.
    public let remarks: [ReplayRemark]
    /// Whether it is the whole of the recorded run, with nothing changed.
    package let isAsRecorded: Bool

    /// That of the first remark that is a failure; `success` if none is.
    public var exitStatus: ExitStatus {
        for remark in remarks {
            switch remark {
            case .differs: return .differs
            case .noSuchOutcome, .neverCalled: return .wrongUsage
            case .stopped, .cutOff, .assumed: break
            }
        }
        return .success
    }

    /// The scenes of the run, and how it ended.
    public func lines(in language: Language) -> [String] {
        let heading =
            "\(report.title.text(in: language)) (\(report.usecase)), \(report.actor.rawValue), \(report.startedAt)"
        let scenes = report.scenes.map { scene in
            let course = scene.course.rawValue
            let padding = String(repeating: " ", count: 12 - course.count)
            return
                "  \(course)\(padding)\(SceneText(scene.course, scene.declared).named(scene.sentence.text(in: language)))"
        }
        var lines = [heading] + scenes
        if case .failure(let error) = report.ending, !isStopped {
            lines.append(
                "  ✗ \(ErrorWrapper.names(of: error.name).text(in: language)): \(error.message.text(in: language))"
            )
        }
        if isAsRecorded { lines.append(Self.asRecorded.text(in: language)) }
        return lines
    }

    private static let asRecorded = Sentence(en: "It went as it was recorded.", ja: "記録のとおりでした。")

    /// Whether its ending is that of the replay, and not a recorded one.
    private var isStopped: Bool {
        remarks.contains { remark in
            switch remark {
            case .differs, .stopped, .cutOff, .noSuchOutcome: true
            case .assumed, .neverCalled: false
            }
        }
    }
}

extension ReplayRemark {
    /// The remark for people.
    public var sentence: Sentence {
        switch self {
        case .differs(let scene, let recorded, let now):
            Sentence(
                en: "From scene \(scene) on it goes another way: recorded is “\(recorded)”, and now comes “\(now)”.",
                ja: "シーン\(scene)から異なります。記録では「\(recorded)」、このバージョンでは「\(now)」です。")
        case .stopped(let scene):
            Sentence(en: "Stopped after scene \(scene).", ja: "シーン\(scene)で止めました。")
        case .cutOff:
            Sentence(
                en: "The recording ends here: the run was killed.", ja: "記録はここで終わっています。実行が強制終了されました。")
        case .assumed(let call, let outcome):
            Sentence(
                en: """
                    Nothing was recorded for \(call): “\(ErrorWrapper.asciiName(of: outcome))” was taken.
                    """,
                ja: "\(call)の記録がないため「\(outcome)」としました。")
        case .noSuchOutcome(let call, let outcomes):
            Sentence(
                en: """
                    \(call) cannot come to that, but to: \
                    \(outcomes.map(ErrorWrapper.asciiName(of:)).joined(separator: ", ")).
                    """,
                ja: "\(call)の結果にそれはありません。次のいずれかです: \(outcomes.joined(separator: ", "))")
        case .neverCalled(let call):
            Sentence(en: "\(call) was never called in this run.", ja: "\(call)は呼び出されませんでした。")
        }
    }
}
