public import UsecasesEngine

extension ErrorWrapper {
    /// The error message and the advice for the user.
    package var explanation: (message: Sentence, advice: Sentence) {
        let server = args["url"]
        return switch self {
        case .service(.client(.networkUnreachable), _, _), .system(.api(.clientUnusable), _, _),
            .system(.api(.exchangeFailed), _, _):
            fault?.explanation(server) ?? exchangeFailure(server)
        case .service(.server(let response, let status), _, _): response.explanation(status)
        case .service(.authorization(.notPermitted(let actor, let usecase)), _, _):
            (
                Sentence(
                    en: "The actor “\(actor.word.text(in: .en))” may not run \(usecase).",
                    ja: "アクター「\(actor.word.text(in: .ja))」は\(usecase)を実行できません。"),
                Sentence(en: "Run it as an actor that may.", ja: "実行を許可されたアクターで実行してください。")
            )
        case .system(.api(.errorResponseUndecodable(let status, _)), _, _):
            (
                Sentence(
                    en: "The server answered \(status), in a form that is not the agreed one",
                    ja: "サーバの応答は\(status)でしたが、取り決めた形式ではありません"
                ).at(server),
                status >= 500
                    ? Sentence(
                        en: "The server, or a proxy before it, has a problem; try again later.",
                        ja: "サーバか手前のプロキシの問題です。時間をおいて、もう一度お試しください。")
                    : .checkAddress
            )
        case .system(.api(.responseUndecodable(let status, _)), _, _):
            (
                Sentence(
                    en: "The server answered \(status), but what it sent cannot be read",
                    ja: "サーバの応答は\(status)でしたが、内容を読み取れません"
                ).at(server), .checkAddress
            )
        case .system(.dataStore(let error), _, _): error.explanation(hindrance)
        case .system(.mock(let error), _, _): (error.message, .report)
        case .system(.dependency(.portNotProvided(let port)), _, _):
            (Sentence(en: "Nothing was provided for the port \(port).", ja: "ポート\(port)が設定されていません。"), .report)
        case .system(.task(.interrupted), _, _):
            (Sentence(en: "Interrupted.", ja: "中断されました。"), Sentence(en: "Run it again.", ja: "もう一度実行してください。"))
        case .system(.application(let error), _, _): (error.message, error.advice)
        }
    }

    /// Returns the explanation of an exchange that failed for an unknown reason.
    private func exchangeFailure(_ server: String?) -> (Sentence, Sentence) {
        if case .service = self {
            return (
                Sentence(
                    en: "The server could not be reached, or did not answer in full in time",
                    ja: "サーバに接続できないか、時間内に応答が完了しませんでした"
                ).at(server),
                Sentence(
                    en: "Check the network and the address, then try again; --timeout gives it more time.",
                    ja: "ネットワークと接続先を確かめて、もう一度お試しください。--timeout で待ち時間を延ばせます。")
            )
        }
        guard case .system(.api(.exchangeFailed), _, _) = self else {
            return (Sentence(en: "The API client cannot be set up.", ja: "APIクライアントを初期化できません。"), .report)
        }
        let answered = status.map { " (\($0))" } ?? ""
        let message = Sentence(
            en: "The exchange with the server failed\(answered)", ja: "サーバとの通信に失敗しました\(answered)")
        return (message.at(server), .checkAddress)
    }
}

extension Sentence {
    /// Appends the address of the request, or a full stop if it is unknown, as in a demonstration.
    public func at(_ address: String?) -> Sentence {
        Sentence(
            en: text(in: .en) + (address.map { ": \($0)" } ?? "."),
            ja: text(in: .ja) + (address.map { ": \($0)" } ?? "。"))
    }

    fileprivate static let report = Sentence(
        en: "This is a defect of this program; please report it with what is shown here.",
        ja: "このプログラムの不具合です。表示された内容を添えてお知らせください。")
}

extension ErrorResponse {
    fileprivate func explanation(_ status: Int) -> (Sentence, Sentence) {
        (
            Sentence(
                en: "The server answered \(status): \(title) – \(message) (\(code))",
                ja: "サーバの応答は\(status)でした: \(title) – \(message)(\(code))"),
            status >= 500
                ? Sentence(
                    en: "The server has a problem of its own; try again later.", ja: "サーバ側の問題です。時間をおいて、もう一度お試しください。")
                : Sentence(
                    en: "The server will not do this as it was asked; see its message.",
                    ja: "サーバはこのリクエストを受け付けません。メッセージをご確認ください。")
        )
    }
}

extension SystemErrors.Mock {
    fileprivate var message: Sentence {
        switch self {
        case .stubMismatch(let message):
            Sentence(
                en: "A stub was prepared for another API: \(message)", ja: "準備されたAPIスタブが呼び出されたAPIと合致しません: \(message)")
        case .stubUncodable(let stub):
            Sentence(
                en: "A stub cannot be encoded and decoded again: \(stub)",
                ja: "準備されたAPIスタブのEncodeまたはDecodeに失敗しました: \(stub)")
        }
    }
}

extension Hindrance {
    var remedy: Sentence {
        switch self {
        case .noSpace:
            Sentence(en: "No space is left: free some.", ja: "空き容量がありません。空きを作ってください。")
        case .sizeLimit:
            Sentence(
                en: "The file would exceed a size limit: raise it with `ulimit -f`, or use another file system.",
                ja: "ファイルの大きさの上限を超えます。`ulimit -f` で上限を上げるか、別のファイルシステムを使ってください。")
        case .noLocks:
            Sentence(
                en: "This file system has no locks: use another one.", ja: "このファイルシステムではロックを使えません。別のファイルシステムを使ってください。")
        case .noPermission:
            Sentence(
                en: "You may not do that there: change the permissions of the file and of its directory.",
                ja: "権限がありません。ファイルとディレクトリの権限を確かめてください。")
        case .foreignOwner:
            Sentence(
                en:
                    "Its directory belongs to another user, who could change or read what is kept there. Use a directory of yours.",
                ja: "ディレクトリが別のユーザーのもので、その人が中身を読んだり書き換えたりできます。自分のディレクトリを使ってください。")
        case .openToOthers:
            Sentence(
                en:
                    "Other users may write to its directory. Take that away with `chmod go-w`, and check its contents.",
                ja: "ディレクトリにほかのユーザーも書き込めます。`chmod go-w` でやめさせ、中身を確かめてください。")
        case .readOnly:
            Sentence(en: "The file system is read-only.", ja: "読み込み専用のファイルシステムです。")
        case .tooManyOpenFiles:
            Sentence(
                en: "Too many files are open: end other programs, or raise the limit with `ulimit -n`.",
                ja: "開いているファイルが多すぎます。ほかのプログラムを終えるか、`ulimit -n` で上限を上げてください。")
        case .missing:
            Sentence(
                en: "The file, or a directory of its path, does not exist.", ja: "ファイルか、パスの途中のディレクトリがありません。")
        case .unusablePlace:
            Sentence(
                en: "The path cannot be used. A part of it is not a directory, or its name is not valid.",
                ja: "このパスは使えません。途中にディレクトリでないものがあるか、名前が正しくありません。")
        case .alreadyThere:
            Sentence(en: "A file of that name already exists.", ja: "同じ名前のものがすでにあります。")
        case .irregularFile:
            Sentence(
                en: "It is a pipe, a device or a directory: only a file can be used.",
                ja: "パイプ、デバイスファイル、ディレクトリのいずれかです。使えるのはファイルだけです。")
        case .tooLarge:
            Sentence(en: "It is larger than any that this program writes.", ja: "このプログラムが書くものより大きなファイルです。")
        case .heldLock:
            Sentence(
                en: "Another process works with it: wait for it to end, or end it, and try again.",
                ja: "ほかのプロセスが使っています。終わるのを待つか終わらせてから、もう一度お試しください。")
        case .newerVersion:
            Sentence(
                en: "Upgrade this program to that version or a later one.", ja: "このプログラムをそのバージョン以降に更新してください。"
            )
        case .unconfirmed:
            Sentence(
                en: "Check the disk, and run it again: a power cut may undo the change.",
                ja: "ディスクを確かめて、もう一度実行してください。停電で変更が失われることがあります。")
        }
    }
}
