#if Server
import HTTPTypes
import Hummingbird
import UsecasesEngine
import UsecasesTerminal
import UsecasesWeb

/// Answers a browser with a page where a program gets JSON: for each response with a status of 400 or above.
struct RefusalPages: RouterMiddleware {
    let browsers: BrowserController

    @concurrent func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        guard response.status.code >= 400, response.headers[.contentType] == "application/json",
            Self.wantsPage(request.headers[values: .accept])
        else { return response }
        let path = request.uri.path
        if response.status == .notFound, request.method == .get, let known = browsers.known(path) {
            return browsers.seeOther(known)
        }
        var page = await browsers.refused(response.status, wait: response.headers[.retryAfter], request)
        for field in response.headers where page.headers[field.name] == nil { page.headers[field.name] = field.value }
        return page
    }

    /// Whether the header `Accept` names HTML, and not only as anything.
    static func wantsPage(_ accept: [String]) -> Bool {
        accept.contains { field in
            field.prefix(1_000).utf8.split(separator: UInt8(ascii: ",")).contains { range in
                let parts = range.split(separator: UInt8(ascii: ";")).map { part in
                    String(decoding: part.filter { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self).lowercased()
                }
                return parts.first == "text/html" && !parts.dropFirst().contains { Double($0.dropFirst(2)) == 0 }
            }
        }
    }
}

extension BrowserController {
    /// Returns the page that a path with a slash too many means, or `nil`. `/` means the first page.
    func known(_ path: String) -> String? {
        guard path.utf8.last == UInt8(ascii: "/") else { return nil }
        let shorter = path == "/" ? PageLinks.root : String(path.dropLast())
        let isKnown = shorter == PageLinks.root || delivery.places.contains { PageLinks.address($0.path) == shorter }
        return isKnown ? shorter : nil
    }

    /// Returns the page about a refusal, with a way on. `wait` is the time to wait, in seconds.
    func refused(_ status: HTTPResponse.Status, wait: String?, _ request: Request) async -> Response {
        let screen = Screen("refused", Page.refusal(status, wait: wait), exitStatus: .refusedByServer)
        let markup = ScreenMarkup(
            of: application.product, menu: delivery.menu, links: links, token: nil,
            in: headers.language(of: request))
        return html(markup.document(BrowserPage(screen, at: PageLinks.root)), status)
    }
}

extension Page {
    fileprivate static func refusal(_ status: HTTPResponse.Status, wait: String?) -> Page {
        let nothing = Sentence(en: "Nothing was done.", ja: "何も行いませんでした。")
        let (heading, advice): (Sentence, Sentence) =
            switch status.code {
            case 403:
                (
                    Sentence(en: "This form is not from here.", ja: "このフォームは、ここのものではありません。"),
                    Sentence(
                        en: "Nothing was done. Open the page again, and allow its cookies.",
                        ja: "何も行いませんでした。ページを開き直してください。Cookieも必要です。")
                )
            case 404:
                (
                    Sentence(en: "There is no such page.", ja: "そのようなページはありません。"),
                    Sentence(en: "The address may be mistyped.", ja: "アドレスが間違っているかもしれません。")
                )
            case 405:
                (
                    Sentence(en: "This page cannot do that.", ja: "このページでは、それはできません。"), nothing
                )
            case 413, 415, 400, 422:
                (
                    Sentence(en: "What was sent cannot be read.", ja: "送られたものを読み取れません。"),
                    Sentence(
                        en: "Nothing was done. Open the page again, and send its form.",
                        ja: "何も行いませんでした。ページを開き直し、フォームを送信してください。")
                )
            case 429:
                (
                    Sentence(en: "That was too often.", ja: "回数が多すぎます。"),
                    Sentence(
                        en: "Nothing was done. Try again in \(wait ?? "a few") s.",
                        ja: "何も行いませんでした。\(wait ?? "数")秒たってから、もう一度お試しください。")
                )
            default:
                (
                    Sentence(en: "The service cannot answer now.", ja: "サービスが今は応答できません。"),
                    Sentence(en: "Try again in a moment.", ja: "しばらくしてから、もう一度お試しください。")
                )
            }
        return Page(heading: heading, headingStyle: .alarm, paragraphs: [advice], keys: [.home])
    }
}

extension KeyBinding {
    /// A way on from a page about a refusal. It leads to the first page, where the refused page is.
    fileprivate static let home = KeyBinding(
        name: "", action: Sentence(en: "open the first page", ja: "最初のページを開く"), keys: [.enter], effect: .again)
}
#endif
