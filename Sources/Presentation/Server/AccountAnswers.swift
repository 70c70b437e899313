#if Server
import CalearningApplication
import CalearningDomain
import Hummingbird
import Usecases
import UsecasesService

/// The answers to requests that give a password.
enum AccountAnswers {
    static func answer(to goal: RegisterAccount.Goals, at now: Timestamp) throws(Refusal) -> Response {
        switch goal {
        case .記録した場合_サーバはアカウントとセッションを返す(let opened), .登録済みの場合_サーバは同じアカウントと新しいセッションを返す(let opened):
            return .unstored(.created, OpenedSessionBody(opened))
        case .規則に合わない場合_サーバは直すところを返す(let flaws): throw .flawed(flaws)
        case .名前が使われている場合_サーバは拒否する: throw .nameTaken
        case .冪等キーが別の内容で使われている場合_サーバは拒否する: throw .keyReused
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let until): throw .tooManyGuesses(until: until, now: now)
        }
    }

    static func answer(to goal: OpenSession.Goals, at now: Timestamp) throws(Refusal) -> Response {
        switch goal {
        case .サーバはアカウントとセッションを返す(let opened): return .unstored(.created, OpenedSessionBody(opened))
        case .名前の形でない場合_サーバは拒否する, .アカウントがない場合_サーバは拒否する, .パスワードが違う場合_サーバは拒否する,
            .パスワードが変わったところの場合_サーバは拒否する:
            throw .wrongCredentials
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let until): throw .tooManyGuesses(until: until, now: now)
        }
    }

    static func answer(to goal: ReplacePassword.Goals, at now: Timestamp) throws(Refusal) -> Response {
        switch goal {
        case .サーバはアカウントと新しいセッションを返す(let opened): return .unstored(.ok, OpenedSessionBody(opened))
        case .セッションがない場合_サーバは拒否する: throw .sessionEnded
        case .規則に合わない場合_サーバは直すところを返す(let flaws): throw .flawed(flaws)
        case .今のパスワードが違う場合_サーバは拒否する, .ほかの変更が先だった場合_サーバは拒否する: throw .wrongPassword
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let until): throw .tooManyGuesses(until: until, now: now)
        }
    }
}

extension Response {
    /// An answer to the owner of an account: it has the secrets, and no cache may keep it.
    static func unstored(_ status: HTTPResponse.Status, _ body: some Encodable) -> Response {
        text(
            status, "application/json", JSONBody.text(of: body, withSecrets: true),
            headers: [.cacheControl: "no-store"])
    }
}
#endif
