package import Application

extension Presenter {
    /// Shows a sentence of the zen of GitHub.
    @discardableResult
    package func dispatch(_ scene: Step<ReadZen>) async -> Report {
        finish(await perform(scene)) { scenario in
            switch scenario.goal {
            case .アプリは禅の言葉を表示(let zen): .zen(zen)
            case .利用制限に達している場合_アプリは制限が終わる時刻を表示(let until): .rateLimit(until: until)
            }
        }
    }

    /// Shows what GitHub tells of a user.
    @discardableResult
    package func dispatch(_ scene: Step<LookUpGitHubUser>) async -> Report {
        finish(await perform(scene)) { scenario in
            switch scenario.goal {
            case .アプリはユーザを表示(let user): .user(user)
            case .ユーザがいない場合_アプリはいないことを表示: .noSuchUser
            case .利用制限に達している場合_アプリは制限が終わる時刻を表示(let until): .rateLimit(until: until)
            }
        }
    }

    /// Shows how the service is doing.
    @discardableResult
    package func dispatch(_ scene: Step<CheckServiceStatus>) async -> Report {
        finish(await perform(scene)) { scenario in
            switch scenario.goal {
            case .すべて稼働している場合_アプリは稼働状況を表示(let status), .障害がある場合_アプリは稼働状況を表示(let status): .status(status)
            }
        }
    }

    /// Shows the version of the API.
    @discardableResult
    package func dispatch(_ scene: Step<CheckApiVersion>) async -> Report {
        finish(await perform(scene)) { scenario in
            switch scenario.goal {
            case .対応しているバージョンの場合_アプリはバージョンを表示(let version),
                .対応していないバージョンの場合_アプリはバージョンを表示(let version):
                .version(version)
            }
        }
    }
}
