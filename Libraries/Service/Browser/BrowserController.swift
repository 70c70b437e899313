#if Server
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import UsecasesEngine
import UsecasesStorage
import UsecasesTerminal
import UsecasesWeb

/// Shows the application in browsers. Each use case is a page: `GET` shows it, and `POST` runs what changes something.
///
/// Nothing is kept in memory between two requests, so any server of the service can answer any of them.
struct BrowserController: Sendable {
    /// The maximum time that a response waits for a run. After it, the page of the run refreshes itself.
    static let patience = Duration.seconds(5)
    /// The time after which the run of a form has ended if its server has died. A living server renews it.
    static let longestRun = Duration.seconds(30)

    /// The number of unused rows that are removed at once.
    private static let sweepSize = 50

    let application: any ServiceApplication.Type
    let delivery: BrowserDelivery
    let headers: BrowserHeaders
    /// The limits on new browsers and on forms of a site.
    let newcomers: RateLimiter
    let forms: RateLimiter
    let passwordLimiter: PasswordLimiter
    let randomSource: any RandomSource
    let clock: any Clock

    private let allUsecases = AllUsecases()
    let links: PageLinks

    init(_ service: HTTPService) {
        let (dependencies, application) = (service.dependencies, service.application)
        let delivery = application.browserDelivery(of: service)
        self.application = application
        self.delivery = delivery
        (clock, randomSource) = (dependencies.clock, dependencies.randomSource)
        headers = BrowserHeaders(isSecure: service.settings.isReachedOverTLS)
        newcomers = RateLimiter(rate: 1 / 12, burst: .seconds(1_200), clock: clock)
        forms = RateLimiter(rate: 2, burst: .seconds(60), clock: clock)
        passwordLimiter = service.passwordLimiter
        links = PageLinks(delivery.places)
    }

    func routes() -> [Route] {
        let pages = delivery.places.flatMap { place in
            [
                Route(.get, PageLinks.address(place.path)) { try await show(place, $0, $1) },
                Route(.post, PageLinks.address(place.path)) { try await act(place, $0, $1) },
            ]
        }
        let others = [
            Route(.post, ScreenMarkup.Place.language, use: chooseLanguage),
            Route(.get, ScreenMarkup.Place.style) { _, _ in file("text/css; charset=utf-8", StyleSheet.text) },
            Route(.get, ScreenMarkup.Place.icon) { _, _ in file("image/svg+xml", Icon.text) },
            Route(.get, ScreenMarkup.Place.usecases, use: usecases),
        ]
        return [Route(.get, PageLinks.root) { try await show(nil, $0, $1) }] + (others + pages).map(\.asPage)
    }

    /// Removes unused rows of a table that only this service has, each hour. A database removes its own.
    func sweep(logger: Logger) -> PeriodicTask {
        PeriodicTask(every: .seconds(3_600), clock: clock) { [table = delivery.table, clock] in
            do throws(ErrorWrapper) {
                let time = clock.now - StoreRow.restLimit
                while try await table.sweep(unusedSince: time, limit: Self.sweepSize) == Self.sweepSize {}
            } catch {
                logger.warning("unused browsers were not removed", metadata: .failure(error))
            }
        }
    }

    // MARK: Browsers

    /// A request of a browser, and what is known of the browser.
    struct Visit {
        let request: Request
        let context: ServerContext
        let language: Language
        let cookie: BrowserCookie?
        /// The row of the browser, or `nil` for a new one.
        var row: StoreRow?

        /// Whether the row had this cookie once, and has another one now.
        var isOfFormerCookie: Bool { row.map { $0.cookie != cookie?.digest } ?? false }
    }

    func visit(_ request: Request, _ context: ServerContext) async throws -> Visit {
        let cookie = try headers.cookie(of: request)
        var row: StoreRow?
        if let cookie {
            row = try await available { try await delivery.table.row(under: cookie.digest) }
        }
        return Visit(
            request: request, context: context, language: headers.language(of: request), cookie: cookie, row: row)
    }

    func store(_ row: StoreRow, _ writing: RowDataStore.Writing) -> RowDataStore {
        RowDataStore(
            row, in: delivery.table, identity: Set(delivery.identity.map(\.name)), writing: writing, clock: clock,
            randomSource: randomSource)
    }

    func dependencies(_ store: any DataStore, of visit: Visit) throws -> Dependencies {
        try delivery.dependencies(
            Visitor(dataStore: store, context: visit.context, userAgent: visit.request.headers[.userAgent]))
    }

    // MARK: Responses

    func page(
        _ page: BrowserPage, _ screen: Screen, _ visit: Visit, _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let cookie = try visit.cookie ?? BrowserCookie.random(randomSource)
        var shown = page
        shown.screen = screen
        if screen.view.form?.fields.contains(where: \.isSecret) != true { shown.user = nil }
        let markup = ScreenMarkup(
            of: application.product, menu: delivery.menu, links: links, token: cookie.formToken,
            in: visit.language
        ) { RequestID.next(randomSource) }
        var response = html(markup.document(shown), status)
        if visit.cookie == nil { set(cookie, in: &response) }
        return response
    }

    /// Returns the page of all use cases. It is the same for all browsers, so they keep it until it changes.
    private func usecases(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = FormFields.parse((request.uri.query ?? "").utf8) ?? [:]
        let language = query["language"].flatMap { Language(rawValue: $0) } ?? headers.language(of: request)
        let page = await allUsecases.page(
            of: application, for: query["actor"].flatMap { Actor(rawValue: $0) }, in: language)
        var fields = headers.page(style: "'unsafe-inline'")
        fields[.cacheControl] = "private, no-cache"
        fields[.eTag] = page.tag
        if request.headers[.ifNoneMatch] == page.tag { return Response(status: .notModified, headers: fields) }
        return .text(.ok, "text/html; charset=utf-8", ByteBuffer(string: page.text), headers: fields)
    }

    private func file(_ type: String, _ text: String) -> Response {
        .text(.ok, type, ByteBuffer(string: text), headers: [.cacheControl: "max-age=3600"])
    }

    func html(_ markup: Markup, _ status: HTTPResponse.Status) -> Response {
        .text(status, "text/html; charset=utf-8", ByteBuffer(string: markup.text), headers: headers.page())
    }

    func seeOther(_ address: String) -> Response {
        var fields = headers.page()
        fields[.location] = address
        return Response(status: .seeOther, headers: fields)
    }

    func set(_ cookie: BrowserCookie, in response: inout Response) {
        response.headers.append(
            HTTPField(name: .setCookie, value: headers.cookie(headers.deviceCookie, cookie.secret.reveal())))
    }

    func note(_ report: Report, _ visit: Visit) {
        guard case .failure(let error) = report.ending else { return }
        visit.context.log(
            .warning, "a run of a browser failed",
            .failure(error).merging(["usecase": "\(report.usecase)"]) { $1 })
    }

    /// Throws a refusal instead of an error of the rows.
    func available<Value>(_ operation: () async throws -> Value) async throws -> Value {
        do {
            return try await operation()
        } catch let error as ErrorWrapper {
            throw Refusal.unavailable(because: error, application.service)
        }
    }

    /// Returns the other response if another request has replaced the cookie meanwhile.
    func unlessReplaced(
        _ operation: () async throws -> Response, otherwise: () async throws -> Response
    ) async throws -> Response {
        try await available {
            do {
                return try await operation()
            } catch let error as ErrorWrapper where error.isReplacedCookie {
                return try await otherwise()
            }
        }
    }
}

extension Usecase {
    static var titleSentence: Sentence { sentence(title) }
}

/// The page of all use cases for each actor and language, explored once.
private actor AllUsecases {
    struct Page: Sendable {
        let text: String
        let tag: String
    }

    private struct Kind: Hashable {
        let actor: Actor?
        let language: Language
    }

    private var pages: [Kind: Task<Page, Never>] = [:]

    func page(of application: any ServiceApplication.Type, for actor: Actor?, in language: Language) async -> Page {
        let kind = Kind(actor: actor, language: language)
        if let page = pages[kind] { return await page.value }
        let top = ScreenMarkup.top(of: application.product, for: actor, in: language)
        let page = Task {
            let text = await application.usecasePage(of: actor, top: top, in: language)
            return Page(text: text, tag: "\"\(BrowserCookie.tag(of: text))\"")
        }
        pages[kind] = page
        return await page.value
    }
}
#endif
