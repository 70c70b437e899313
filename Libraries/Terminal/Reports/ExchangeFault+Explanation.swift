import UsecasesAPIClient
package import UsecasesEngine

extension ExchangeFault {
    /// Returns the error message and the advice. `server` is the address of the request.
    package func explanation(_ server: String?) -> (Sentence, Sentence) {
        // A missing library or an unreadable file of authorities is a problem of this machine, so no address follows.
        let isAboutServer = self != .missingLibrary && self != .unreadableAuthorities
        return (isAboutServer ? message.at(server) : message, advice)
    }

    private var message: Sentence {
        switch self {
        case .disconnected(let reason): reason.message
        case .untrusted(let flaw): flaw.message
        case .insecure:
            Sentence(
                en: "No encrypted connection could be agreed on with the server", ja: "サーバと暗号化された通信を始められません")
        case .malformed(let flaw): flaw.message
        case .tooLarge(let limit):
            Sentence(
                en: "The server's answer is longer than \(limit) bytes, which is as much as is read",
                ja: "サーバの応答が、読み取る上限の\(limit)バイトを超えています")
        case .redirect(let flaw): flaw.message
        case .proxy(let status):
            Sentence(
                en: "The proxy \(status.map { "answered \($0)" } ?? "cannot be used"), so the server was not asked",
                ja: "\(status.map { "プロキシの応答は\($0)でした" } ?? "プロキシを使えません")。サーバには届いていません")
        case .unsendable(let flaw):
            Sentence(
                en: "The request cannot be sent, because \(flaw.sentence.text(in: .en))",
                ja: "リクエストを送れません。\(flaw.sentence.text(in: .ja))")
        case .tooManyOpenFiles:
            Sentence(
                en: "The request cannot be sent, because too many files are open", ja: "開いているファイルが多すぎて、リクエストを送れません")
        case .missingLibrary:
            Sentence(
                en: "libcurl, by which requests are sent, is not installed or is older than 7.68.",
                ja: "リクエストを送るためのlibcurlがないか、7.68より古いものです。")
        case .unreadableAuthorities:
            Sentence(
                en: "The file of certificate authorities to trust cannot be read, or holds none.",
                ja: "信頼する認証局のファイルを読めないか、その中に証明書がありません。")
        }
    }

    private var advice: Sentence {
        switch self {
        case .disconnected(let reason): reason.advice
        case .untrusted(let flaw): flaw.advice
        case .insecure:
            Sentence(
                en: "Check the address and its port, and whether it should begin with http:// instead.",
                ja: "接続先とポートを確かめてください。http:// で始めるべきアドレスかもしれません。")
        case .malformed(.notHTTP), .malformed(.headTooLarge), .tooLarge: .checkAddress
        case .malformed: .tryLater
        case .redirect:
            Sentence(
                en: "If the redirect leads to the service that you mean, give the program that address.",
                ja: "リダイレクト先が目的のサービスなら、そのアドレスを指定してください。")
        case .proxy:
            Sentence(
                en: "Check the variables https_proxy, http_proxy, all_proxy and no_proxy.",
                ja: "環境変数 https_proxy、http_proxy、all_proxy、no_proxy を確かめてください。")
        case .unsendable:
            Sentence(en: "Check the address and, if one is set, the token.", ja: "接続先と、設定していればトークンを確かめてください。")
        case .tooManyOpenFiles:
            Sentence(
                en: "End other programs, or raise the limit with `ulimit -n`.",
                ja: "ほかのプログラムを終えるか、`ulimit -n` で上限を上げてください。")
        case .missingLibrary:
            Sentence(
                en: "Install it: the package is libcurl4 on Debian and Ubuntu, libcurl on Fedora and Alpine.",
                ja: "インストールしてください。パッケージはDebianとUbuntuではlibcurl4、FedoraとAlpineではlibcurlです。")
        case .unreadableAuthorities:
            Sentence(
                en: "Check the file that --ca-file, its variable or SSL_CERT_FILE names: certificates in PEM.",
                ja: "--ca-file、その環境変数、SSL_CERT_FILE のいずれかで指定したファイル(PEM形式の証明書)を確かめてください。")
        }
    }
}

extension ExchangeFault.Disconnection {
    fileprivate var message: Sentence {
        switch self {
        case .cannotConnect: Sentence(en: "Nothing at this address takes connections", ja: "接続先に接続できません")
        case .hostNotFound: Sentence(en: "The name of the server was not found", ja: "サーバの名前が見つかりません")
        case .notConnected: Sentence(en: "This machine has no network to reach the server by", ja: "ネットワークに接続していません")
        case .timedOut: Sentence(en: "The server did not answer in full in time", ja: "時間内に応答が完了しませんでした")
        case .connectionLost:
            Sentence(
                en: "The connection was closed before the server's answer was complete", ja: "サーバの応答が終わる前に接続が切れました")
        }
    }

    fileprivate var advice: Sentence {
        switch self {
        case .cannotConnect:
            Sentence(
                en: "Check that the server runs, the address with its port, and the network; then try again.",
                ja: "サーバが動いていること、接続先とポート、ネットワークを確かめて、もう一度お試しください。")
        case .hostNotFound:
            Sentence(en: "Check the address and the network, then try again.", ja: "接続先とネットワークを確かめて、もう一度お試しください。")
        case .notConnected: Sentence(en: "Connect to one, then try again.", ja: "接続してから、もう一度お試しください。")
        case .timedOut:
            Sentence(
                en: "Try again later; --timeout gives it more time.", ja: "時間をおいて、もう一度お試しください。--timeout で待ち時間を延ばせます。")
        case .connectionLost: .tryLater
        }
    }
}

extension ExchangeFault.CertificateFlaw {
    fileprivate var message: Sentence {
        switch self {
        case .unknownAuthority:
            Sentence(
                en: "The server's certificate is from an authority that is not trusted here",
                ja: "サーバの証明書は、信頼していない認証局のものです")
        case .expired: Sentence(en: "The server's certificate has expired", ja: "サーバの証明書の有効期限が切れています")
        case .notYetValid: Sentence(en: "The server's certificate is not valid yet", ja: "サーバの証明書はまだ有効ではありません")
        case .wrongHost: Sentence(en: "The server's certificate is for another name", ja: "サーバの証明書は別の名前のものです")
        case .rejected:
            Sentence(
                en: "The server's certificate is not trusted here, or has expired", ja: "サーバの証明書を信頼できないか、有効期限が切れています")
        }
    }

    fileprivate var advice: Sentence {
        switch self {
        case .unknownAuthority, .rejected:
            Sentence(
                en:
                    "If you know who runs the server, name the file of its authority with --ca-file; else do not trust it.",
                ja: "サーバの管理者が分かっていれば、その認証局のファイルを --ca-file で指定してください。そうでなければ信頼しないでください。")
        case .expired:
            Sentence(
                en: "Check the clock of this machine; otherwise whoever runs the server has to renew it.",
                ja: "このマシンの時計を確かめてください。正しければ、証明書を更新できるのはサーバの管理者だけです。")
        case .notYetValid: Sentence(en: "Check the clock of this machine.", ja: "このマシンの時計を確かめてください。")
        case .wrongHost:
            Sentence(
                en: "Check the address; if it is right, somebody else may be answering.",
                ja: "接続先を確かめてください。正しければ、別の誰かが応答しているおそれがあります。")
        }
    }
}

extension ExchangeFault.AnswerFlaw {
    fileprivate var message: Sentence {
        func damaged(_ part: String, ja: String) -> Sentence {
            Sentence(en: "The server's answer cannot be read, as \(part) cannot", ja: "サーバの応答を読み取れません。\(ja)が正しくありません")
        }
        return switch self {
        case .notHTTP: Sentence(en: "What answers there does not speak HTTP", ja: "接続先の応答はHTTPではありません")
        case .head: damaged("its headers", ja: "ヘッダ")
        case .headTooLarge:
            Sentence(
                en: "The headers of the server's answer are larger than any that are read",
                ja: "サーバの応答のヘッダが、読み取る上限を超えています")
        case .length: damaged("its length", ja: "長さ")
        case .chunking: damaged("its chunks", ja: "チャンク")
        case .coding: damaged("its compression", ja: "圧縮")
        case .framing: damaged("its HTTP/2 frames", ja: "HTTP/2のフレーム")
        case .partial:
            Sentence(
                en: "The server sent only a part of its answer, although the whole was requested",
                ja: "サーバが、全体を求めたのに応答の一部だけを送りました")
        }
    }
}

extension ExchangeFault.RedirectFlaw {
    fileprivate var message: Sentence {
        let (reason, ja) =
            switch self {
            case .tooMany(let limit): ("after \(limit) of them", "\(limit)回を超えるリダイレクト")
            case .otherOrigin: ("to another host", "別のホストへのリダイレクト")
            case .insecure: ("from https to http", "httpsからhttpへのリダイレクト")
            case .otherMethod: ("that would change the request", "リクエストの内容が変わるリダイレクト")
            case .noAddress: ("without an address", "行き先を読み取れないリダイレクト")
            }
        return Sentence(en: "The server redirects, and a redirect \(reason) is not followed", ja: "\(ja)には従いません")
    }
}

extension Sentence {
    static let checkAddress = Sentence(
        en:
            "Check that this is the address of the service, and that the program and the service have matching versions.",
        ja: "接続先が目的のサービスであることと、双方のバージョンが合うことを確かめてください。")
    fileprivate static let tryLater = Sentence(
        en: "Try again later; if it stays so, the server, or a proxy before it, has a problem.",
        ja: "時間をおいて、もう一度お試しください。続くようなら、サーバか手前のプロキシの問題です。")
}
