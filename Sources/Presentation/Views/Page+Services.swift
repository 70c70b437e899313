import Domain

extension Page {
    static func zen(_ zen: String) -> Page {
        Page(heading: Sentence(en: zen, ja: zen), paragraphs: [], keys: [])
    }

    /// Only what the user filled in is shown.
    static func user(_ user: GitHubUser) -> Page {
        let facts: [(en: String, ja: String, value: String?)] = [
            ("Bio", "自己紹介", user.bio), ("Company", "所属", user.company), ("Location", "場所", user.location),
            ("Public repositories", "公開リポジトリ", user.publicRepositories.map { "\($0)" }),
            ("Followers", "フォロワー", user.followers.map { "\($0)" }), ("Page", "ページ", user.url),
            ("Id", "ID", "\(user.id)"),
        ]
        let name = user.name.map { "\($0) (\(user.login))" } ?? user.login
        return Page(
            heading: Sentence(en: name, ja: name),
            paragraphs: facts.compactMap { fact in
                fact.value.map { Sentence(en: "\(fact.en): \($0)", ja: "\(fact.ja): \($0)") }
            },
            keys: [])
    }

    static let noSuchUser = Page(
        heading: Sentence(en: "GitHub has no such user.", ja: "GitHubにそのようなユーザはいません。"), paragraphs: [], keys: [])

    /// Who asks with a token has been asking too often with it.
    static func rateLimit(until: String?, hasToken: Bool) -> Page {
        Page(
            heading: hasToken
                ? Sentence(
                    en: "GitHub has been asked too often with this token.", ja: "このトークンでのGitHubの利用制限に達しています。")
                : Sentence(en: "GitHub has been asked too often from here.", ja: "GitHubの利用制限に達しています。"),
            paragraphs: [
                until.map { Sentence(en: "It answers again at \($0).", ja: "\($0)に解除されます。") }
                    ?? Sentence(en: "Try again later.", ja: "時間をおいて、もう一度お試しください。")
            ] + (hasToken ? [] : [.tokenHelps]),
            keys: [])
    }

    static func status(_ status: ServiceStatus) -> Page {
        Page(
            heading: Sentence(en: status.description, ja: status.description),
            paragraphs: [Sentence(en: "Indicator: \(status.indicator)", ja: "指標: \(status.indicator)")],
            keys: [])
    }

    static func version(_ version: Version) -> Page {
        let number = "\(version.endpointVersion.rawValue) (\(version.apiVersion.rawValue))"
        let supported = ApiVersion.supported.rawValue
        return Page(
            heading: Sentence(en: "API version \(number)", ja: "APIのバージョン \(number)"),
            paragraphs: [
                version.isSupported
                    ? Sentence(en: "This application supports it.", ja: "このアプリが対応しているバージョンです。")
                    : Sentence(
                        en: "This application supports version \(supported) alone.",
                        ja: "このアプリが対応しているのはバージョン\(supported)だけです。")
            ],
            keys: [])
    }
}

extension Sentence {
    fileprivate static let tokenHelps = Sentence(
        en: "With a token in CALEARNING_GITHUB_TOKEN it can be asked more often.",
        ja: "CALEARNING_GITHUB_TOKENにトークンを設定すると、制限が緩くなります。")
}
