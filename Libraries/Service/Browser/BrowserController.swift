#if Server
import HTTPTypes
import Hummingbird
import NIOCore
import Usecases
import UsecasesTerminal
import UsecasesWeb

/// Shows the application in browsers. Each page is the screen of the browser's session, and each form performs an action.
struct BrowserController: Sendable {
    /// The maximum time that a response waits for a run. After it, the page of the run refreshes itself.
    private static let patience = Duration.seconds(5)

    private let application: any ServiceApplication.Type
    private let delivery: BrowserDelivery
    private let visits: BrowserVisits
    private let headers: BrowserHeaders
    /// The limit on new browsers of a client, because each has a store.
    private let newcomers: RateLimiter
    private let passwordLimiter: RateLimiter
    private let randomSource: any RandomSource
    private let storage: BrowserStorage
    private let allUsecases = AllUsecases()
    private let clock: any Clock
    private let log: SecurityLog

    init(_ service: HTTPService) {
        let dependencies = service.dependencies
        let application = service.application
        self.application = application
        delivery = application.browserDelivery(of: service)
        headers = BrowserHeaders(isSecure: service.settings.isReachedOverTLS)
        newcomers = RateLimiter(rate: 1 / 60, burst: .seconds(1_200), clock: dependencies.clock)
        passwordLimiter = service.passwordLimiter
        randomSource = dependencies.randomSource
        clock = dependencies.clock
        log = service.securityLog
        storage = BrowserStorage(
            in: delivery.directory, of: application.product, keys: { application.keys }, clock: dependencies.clock)
        visits = BrowserVisits(
            delivery, storage: storage, start: Self.start(of: service.application, delivery.menu),
            clock: dependencies.clock, randomSource: dependencies.randomSource)
    }

    func routes() -> [Route] {
        [
            Route(.get, ScreenMarkup.Place.root, use: show),
            Route(.post, ScreenMarkup.Place.root, use: actOrRefuse),
            Route(.get, ScreenMarkup.Place.style) { _, _ in
                .text(
                    .ok, "text/css; charset=utf-8", ByteBuffer(string: StyleSheet.text),
                    headers: [.cacheControl: "max-age=3600"])
            },
            Route(.get, ScreenMarkup.Place.usecases, use: usecases),
        ]
    }

    /// Removes the stores of browsers that were not used for 30 days, each hour.
    var sweep: PeriodicTask {
        PeriodicTask(every: .seconds(3_600), clock: clock) { [storage, clock] in
            _ = storage.sweep(unusedSince: clock.now - .seconds(30 * 86_400))
        }
    }

    /// The first screen of a visit.
    private static func start(of application: any ServiceApplication.Type, _ menu: [KeyBinding]) -> Screen {
        Screen(
            "start", Page(heading: Sentence(application.product.title), paragraphs: [application.abstract], keys: menu),
            isStart: true)
    }

    // MARK: Pages

    private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let language = language(of: request)
        guard let cookie = try request.cookies[headers.deviceCookie].flatMap({ try BrowserCookie($0.value) }) else {
            return welcome(try BrowserCookie.random(randomSource), isNew: true, in: language)
        }
        guard let visit = try await visits.visit(with: cookie, in: language, context) else {
            return welcome(cookie, isNew: false, in: language)
        }
        let hasLoggedOut = try await visits.settle(visit, within: .milliseconds(500))
        var response = await page(of: visit, in: language)
        await set(visit.cookie, over: cookie, hasLoggedOut: hasLoggedOut, in: &response)
        return response
    }

    /// Returns the page for a browser without a store. The visit begins when the user presses the button, so the
    /// requests of programs store nothing.
    private func welcome(_ cookie: BrowserCookie, isNew: Bool, in language: Language) -> Response {
        let begin = KeyBinding(
            name: "", action: Sentence(en: "start", ja: "はじめる"), keys: [.enter], effect: .again)
        let screen = Screen(
            "welcome",
            Page(
                heading: Sentence(
                    en: "Welcome to \(application.product.title)", ja: "\(application.product.title)へようこそ"),
                paragraphs: [application.abstract], keys: [begin]))
        var response = html(
            ScreenMarkup(of: application.product, menu: [], token: cookie.formToken, in: language)
                .document(BrowserPage(screen: screen, number: 0)))
        if isNew { set(cookie, in: &response) }
        return response
    }

    private func page(of visit: BrowserVisit, in language: Language) async -> Response {
        let (page, token) = await (visit.session.page, visit.cookie.formToken)
        return html(
            ScreenMarkup(of: application.product, menu: delivery.menu, token: token, in: language).document(page))
    }

    private func usecases(_ request: Request, _ context: ServerContext) async throws -> Response {
        let text = await allUsecases.page(of: application, in: language(of: request))
        return .text(
            .ok, "text/html; charset=utf-8", ByteBuffer(string: text), headers: headers.page(style: "'unsafe-inline'"))
    }

    // MARK: Actions

    /// Refusals of a form have the headers of pages, too.
    private func actOrRefuse(_ request: Request, _ context: ServerContext) async throws -> Response {
        do {
            return try await act(request, context)
        } catch let refusal as Refusal {
            log.record(refusal, context)
            var response = refusal.response(from: request, context: context)
            for field in headers.page() { response.headers[field.name] = field.value }
            return response
        }
    }

    private func act(_ request: Request, _ context: ServerContext) async throws -> Response {
        let language = language(of: request)
        guard headers.isFromOwnPage(request),
            let cookie = try request.cookies[headers.deviceCookie].flatMap({ try BrowserCookie($0.value) })
        else { return forged(context, in: language) }
        let form = try await fields(of: request)
        guard cookie.admits(form["token"]) else { return forged(context, in: language) }
        if let chosen = form["language"].flatMap({ Language(rawValue: $0) }) {
            var response = seeOther
            response.headers.append(
                HTTPField(name: .setCookie, value: headers.cookie(headers.languageCookie, chosen.rawValue)))
            return response
        }
        guard let visit = try await visits.visit(with: cookie, in: language, context) else {
            if let wait = newcomers.take(for: context.client) { return crowded(for: wait, context, in: language) }
            let visit = try await visits.welcome(cookie, in: language, context)
            return try await next(visit, after: cookie)
        }
        guard let action = form["act"].flatMap({ BrowserAction($0) }), let number = form["page"].flatMap({ Int($0) })
        else {
            throw Refusal.malformed("The form has no action.")
        }
        let texts = Dictionary(
            uniqueKeysWithValues: form.filter { $0.key.hasPrefix("f.") }.map {
                (String($0.key.dropFirst(2)), Secret($0.value))
            })
        if action == .submit, await visit.session.page.screen.asksForSecret,
            let wait = passwordLimiter.take(for: context.client.site)
        {
            return crowded(for: wait, context, in: language)
        }
        _ = await visit.session.perform(action, onPage: number, with: texts)
        return try await next(visit, after: cookie)
    }

    /// Waits for the run, and returns a redirect to the next page.
    private func next(_ visit: BrowserVisit, after cookie: BrowserCookie) async throws -> Response {
        let hasLoggedOut = try await visits.settle(visit, within: Self.patience)
        var response = seeOther
        await set(visit.cookie, over: cookie, hasLoggedOut: hasLoggedOut, in: &response)
        return response
    }

    /// Returns the fields of the form. Throws a refusal for any other body.
    private func fields(of request: Request) async throws -> [String: String] {
        guard request.headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true else {
            throw Refusal(
                .unsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", "The request is not a form",
                "Send the form of a page.")
        }
        let body = try await request.wholeBody()
        do {
            return try URLEncodedFormDecoder().decode([String: String].self, from: String(buffer: body))
        } catch {
            throw Refusal.malformed("The form cannot be read.")
        }
    }

    // MARK: Responses

    private func language(of request: Request) -> Language {
        request.cookies[headers.languageCookie].flatMap { Language(rawValue: $0.value) }
            ?? BrowserHeaders.preferred(request.headers[.acceptLanguage])
    }

    private var seeOther: Response {
        var fields = headers.page()
        fields[.location] = ScreenMarkup.Place.root
        return Response(status: .seeOther, headers: fields)
    }

    private func html(_ markup: Markup, _ status: HTTPResponse.Status = .ok) -> Response {
        .text(status, "text/html; charset=utf-8", ByteBuffer(string: markup.text), headers: headers.page())
    }

    private func refused(_ status: HTTPResponse.Status, _ page: Page, in language: Language) -> Response {
        html(
            ScreenMarkup(of: application.product, menu: [], token: nil, in: language)
                .document(BrowserPage(screen: Screen("refused", page), number: 0)), status)
    }

    private func forged(_ context: ServerContext, in language: Language) -> Response {
        log.recordRefusal("form-refused", context)
        return refused(.forbidden, .forged, in: language)
    }

    private func crowded(for wait: Duration, _ context: ServerContext, in language: Language) -> Response {
        let refusal = Refusal.tooManyRequests(wait: wait)
        log.record(refusal, context)
        let seconds = refusal.headers[.retryAfter]
        var response = refused(refusal.status, .crowded(seconds: seconds ?? ""), in: language)
        response.headers[.retryAfter] = seconds
        return response
    }

    private func set(_ cookie: BrowserCookie, in response: inout Response) {
        response.headers.append(
            HTTPField(name: .setCookie, value: headers.cookie(headers.deviceCookie, cookie.secret.reveal())))
    }

    private func set(
        _ cookie: BrowserCookie, over former: BrowserCookie, hasLoggedOut: Bool, in response: inout Response
    ) async {
        if cookie != former { set(cookie, in: &response) }
        if hasLoggedOut { response.headers[.literal("Clear-Site-Data")] = #""cache", "storage""# }
    }
}

extension Screen {
    /// Whether its form has a field for a secret.
    fileprivate var asksForSecret: Bool { view.form?.fields.contains { $0.isSecret } == true }
}

extension Page {
    fileprivate static let forged = Page(
        heading: Sentence(en: "This form is not from here.", ja: "このフォームは、ここのものではありません。"), headingStyle: .alarm,
        paragraphs: [
            Sentence(
                en: "Nothing was done. Open the page again, and allow its cookies.",
                ja: "何も行いませんでした。ページを開き直してください。Cookieも必要です。")
        ], keys: [])

    fileprivate static func crowded(seconds: String) -> Page {
        Page(
            heading: Sentence(en: "That was too often.", ja: "回数が多すぎます。"), headingStyle: .alarm,
            paragraphs: [
                Sentence(
                    en: "Nothing was done. Try again in \(seconds) s.",
                    ja: "何も行いませんでした。\(seconds)秒たってから、もう一度お試しください。")
            ], keys: [])
    }
}

/// The page of all use cases in each language, explored once.
private actor AllUsecases {
    private var pages: [Language: Task<String, Never>] = [:]

    func page(of application: any ServiceApplication.Type, in language: Language) async -> String {
        if let page = pages[language] { return await page.value }
        let page = Task { await application.usecasePage(in: language) }
        pages[language] = page
        return await page.value
    }
}
#endif
