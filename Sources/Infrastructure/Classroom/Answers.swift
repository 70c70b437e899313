import CalearningDomain
import Foundation
import Usecases
import UsecasesStorage
import UsecasesSystem

/// What somebody wrote into the folder of the course that is no program: a recording, an answer.
struct Answers {
    let folder: Folder

    func compare(_ asked: AskedExercise) throws(ErrorWrapper) -> [Difference] {
        if let file = asked.recording {
            guard folder.has(file), let recording = try? Recording(text(of: file)),
                recording.runs.contains(where: { $0.usecase == asked.usecase && $0.goal != nil })
            else { return [.noRecording(usecase: asked.usecase, file: file)] }
        }
        guard let question = asked.question else { return [] }
        let answer = String(decoding: try text(of: question.file), as: UTF8.self)
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .first { !$0.isEmpty && !$0.hasPrefix("#") }
        guard let answer else { return [.noAnswer(file: question.file)] }
        guard !question.right.contains(answer) else { return [] }
        let reason = question.wrong[answer] ?? question.wrong["*"] ?? Sentence(answer)
        return [.wrongAnswer(file: question.file, reason: reason)]
    }

    private func text(of file: String) throws(ErrorWrapper) -> Data {
        do {
            return try folder.read(file)
        } catch .unreadable(_, _, ENOENT) {
            return Data()
        } catch {
            throw ErrorWrapper(error, of: folder.path(of: file), content: .folder)
        }
    }
}
