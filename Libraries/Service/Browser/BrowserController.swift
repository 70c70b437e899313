#if Server
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Usecases
import UsecasesLaboratory
import UsecasesStorage
import UsecasesTerminal
import UsecasesWeb

/// Shows the application in browsers. Each use case is a page: `GET` shows it, and `POST` runs what changes something.
///
/// Nothing is kept in memory between two requests, so any server of the service can answer any of them.
struct BrowserController: Sendable {
    /// The maximum time that a response waits for a run. After it, the page of the run refreshes itself.
    private static let patience = Duration.seconds(5)
    /// The time after which the run of a form has ended, even if its server has died.
    private static let longestRun = Duration.seconds(30)

    let application: any ServiceApplication.Type
    let delivery: BrowserDelivery
    let headers: BrowserHeaders
    /// The limits on new browsers and on forms of a site.
    private let newcomers: RateLimiter
    private let forms: RateLimiter
    private let passwordLimiter: RateLimiter
    private let randomSource: any RandomSource
    private let clock: any Clock
    private let log: SecurityLog
    private let allUsecases = AllUsecases()
    let links: Task<PageLinks, Never>

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
        log = service.securityLog
        links = Task { PageLinks(delivery.places, changing: await Self.changing(delivery.places, of: application)) }
    }

    /// Returns the paths of the use cases that change something, found by the laboratory.
    private static func changing(
        _ places: [UsecasePlace], of application: any ServiceApplication.Type
    ) async -> Set<String> {
        func explore<U: Usecase>(_ usecase: U.Type) async -> Exploration {
            await application.explorer.explore(usecase)
        }
        var changing: Set<String> = []
        for place in places where await explore(place.usecase).changesOutsideStore { changing.insert(place.path) }
        return changing
    }

    func routes() -> [Route] {
        let pages = delivery.places.flatMap { place in
            [
                Route(.get, PageLinks.address(place.path), isPage: true) { try await show(place, $0, $1) },
                Route(.post, PageLinks.address(place.path), isPage: true) { try await act(place, $0, $1) },
            ]
        }
        return [
            Route(.get, PageLinks.root) { try await show(nil, $0, $1) },
            Route(.post, ScreenMarkup.Place.language, isPage: true, use: chooseLanguage),
            Route(.get, ScreenMarkup.Place.style, isPage: true) { _, _ in
                file("text/css; charset=utf-8", StyleSheet.text)
            },
            Route(.get, ScreenMarkup.Place.icon, isPage: true) { _, _ in file("image/svg+xml", Icon.text) },
            Route(.get, ScreenMarkup.Place.usecases, isPage: true, use: usecases),
        ] + pages
    }

    // MARK: Browsers

    /// A request of a browser, and what is known of the browser.
    private struct Visit {
        let request: Request
        let context: ServerContext
        let language: Language
        let cookie: BrowserCookie?
        /// The row of the browser, or `nil` for a new one.
        var row: StoreRow?

        /// Whether the row had this cookie once, and has another one now.
        var isOfFormerCookie: Bool { row.map { $0.cookie != cookie?.digest } ?? false }
    }

    private func visit(_ request: Request, _ context: ServerContext) async throws -> Visit {
        let cookie = try headers.cookie(of: request)
        var row: StoreRow?
        if let cookie {
            row = try await available { () async throws(ErrorWrapper) in
                try await delivery.table.row(under: cookie.digest)
            }
        }
        return Visit(
            request: request, context: context, language: headers.language(of: request), cookie: cookie, row: row)
    }

    private func store(_ row: StoreRow, _ writing: RowDataStore.Writing) -> RowDataStore {
        RowDataStore(
            row, in: delivery.table, identity: Set(delivery.identity.map(\.name)), writing: writing, clock: clock,
            randomSource: randomSource)
    }

    private func dependencies(_ store: any DataStore, of visit: Visit) throws -> Dependencies {
        try delivery.dependencies(
            Visitor(dataStore: store, context: visit.context, userAgent: visit.request.headers[.userAgent]))
    }

    // MARK: GET

    /// Returns the page of the use case, or the first page.
    private func show(_ place: UsecasePlace?, _ request: Request, _ context: ServerContext) async throws -> Response {
        var visit = try await self.visit(request, context)
        if visit.isOfFormerCookie { visit.row = nil }
        let store = visit.row.map { self.store($0, .late) }
        if let store, let row = visit.row, clock.now - row.used > .seconds(86_400) {
            try await available { () async throws(ErrorWrapper) in try await store.noteUse() }
        }
        do {
            return try await answer(place, store, visit)
        } catch let error as ErrorWrapper where error.causes.contains(where: { $0 is ReplacedCookie }) {
            // The browser has its next cookie from another response, and asks again with it.
            return seeOther(PageLinks.address(place?.path ?? ""))
        }
    }

    private func answer(_ place: UsecasePlace?, _ store: RowDataStore?, _ visit: Visit) async throws -> Response {
        guard let query = FormFields.parse((visit.request.uri.query ?? "").utf8) else {
            throw Refusal.malformed("The query cannot be read.")
        }
        let tap = ReadingTap()
        var dependencies = try self.dependencies(store ?? InMemoryDataStore(), of: visit)
        dependencies.taps.insert(tap, at: 0)
        let run = BrowserRun(dependencies: dependencies, language: visit.language)
        var page = BrowserPage(Screen.blank, at: PageLinks.address(place?.path ?? ""), texts: query)
        if let place, place.needsUser {
            page.user = try await delivery.user(dependencies)
            if page.user == nil, let stranger = delivery.stranger { return try await self.page(page, stranger, visit) }
        }
        if let id = query["form"], let store, let form = try await store.form(id), form.path == place?.path {
            return try await result(of: form, at: place, page, visit)
        }
        var texts = query
        let notice = try await self.notice(texts.removeValue(forKey: "notice"), store)
        texts["form"] = nil
        page.texts = texts
        let screen: Screen
        switch await start(place, &page) {
        case .screen(let form): screen = await run.appeared(form)
        case .run(let behaviour):
            let (shown, report) = await run.perform(behaviour)
            if tap.hasRefused { return try await question(place, page, visit) }
            note(report, visit)
            screen = shown
        case nil: throw Refusal.noPage
        }
        // What a run has written is kept only if it was allowed to end.
        if !tap.hasRefused { try await store?.commit(nil, replacingCookie: nil) }
        page.output = await run.output(of: screen)
        return try await self.page(page, notice.map { screen.remarking($0) } ?? screen, visit)
    }

    private enum Start {
        case screen(Screen)
        case run(Behaviour)
    }

    /// Returns what the address starts: a form, or a run if the texts of the address are enough.
    private func start(_ place: UsecasePlace?, _ page: inout BrowserPage) async -> Start? {
        guard let place else {
            return delivery.start.map { .run($0) } ?? .screen(menu)
        }
        guard let screen = place.form(page.texts, page.user), let form = screen.view.form else {
            return place.behaviour(page.texts).map { .run($0) }
        }
        let plain = form.fields.filter { !$0.isSecret }
        for field in plain { page.entry[field.name] = page.texts[field.name].map { Secret($0) } }
        guard plain.count == form.fields.count, plain.allSatisfy({ !(page.texts[$0.name] ?? "").isEmpty }),
            await !links.value.changes(place.path)
        else { return .screen(screen) }
        let entry = FormEntry(of: form, filledWith: page.entry)
        return form.submission.objection(to: entry).map { .screen($0) } ?? .run(form.submission.behaviour(with: entry))
    }

    /// The first page of an application that names no start.
    private var menu: Screen {
        Screen(
            "start",
            Page(
                heading: Sentence(application.product.title), paragraphs: [application.abstract], keys: delivery.menu))
    }

    /// Returns the page that asks before a run that changes something.
    private func question(_ place: UsecasePlace?, _ page: BrowserPage, _ visit: Visit) async throws -> Response {
        let title = application.product.title
        guard let behaviour = place.map({ $0.behaviour(page.texts) }) ?? delivery.start else { throw Refusal.noPage }
        let usecase = behaviour.address.usecase
        let key = KeyBinding(
            name: "", action: place == nil ? Sentence(en: "start", ja: "はじめる") : usecase.titleSentence, keys: [.enter],
            effect: .dispatch(behaviour))
        let heading = Sentence(en: "Welcome to \(title)", ja: "\(title)へようこそ")
        return try await self.page(
            page,
            Screen(
                "question",
                Page(
                    heading: place == nil ? heading : usecase.titleSentence,
                    paragraphs: place == nil ? [application.abstract] : [], keys: [key])), visit)
    }

    /// Returns the message of the form's result, unless it was shown before.
    private func notice(_ id: String?, _ store: RowDataStore?) async throws(ErrorWrapper) -> Sentence? {
        guard let id, let store, let form = try await store.form(id), let screen = screen(of: form) else { return nil }
        try await store.noteShown(id)
        return screen.view.notice
    }

    /// Returns the screen of the form's goal, or `nil` without one.
    private func screen(of form: StoredForm) -> Screen? {
        guard let goal = form.goal else { return nil }
        return try? delivery.places.first { $0.path == form.path }?.screen(Data(goal.utf8), form.sentAt)
    }

    /// Returns the page with the result of a form, or a page that refreshes itself until there is one.
    private func result(
        of form: StoredForm, at place: UsecasePlace?, _ page: BrowserPage, _ visit: Visit
    ) async throws -> Response {
        var page = page
        page.entry = form.texts.mapValues { Secret($0) }
        if let screen = screen(of: form) { return try await self.page(page, screen, visit) }
        if let failure = form.failure {
            return try await self.page(page, Screen(nil, .failure(failure), exitStatus: .unavailable), visit)
        }
        guard !form.isDone, let title = place?.usecase.titleSentence else {
            return seeOther(PageLinks.address(place?.path ?? ""))
        }
        guard form.endsBy > clock.now else { return try await self.page(page, .interrupted, visit) }
        page.isWaiting = true
        return try await self.page(page, Screen("waiting", Page(heading: title, paragraphs: [], keys: [])), visit)
    }

    // MARK: POST

    /// Runs the use case of the form, and returns a redirect to the page with the result.
    private func act(_ place: UsecasePlace, _ request: Request, _ context: ServerContext) async throws -> Response {
        var visit = try await self.visit(request, context)
        if let wait = forms.take(for: context.client.site) { throw Refusal.tooManyRequests(wait: wait) }
        let isFromOwnPage = headers.isFromOwnPage(request)
        guard isFromOwnPage != false, let cookie = visit.cookie else { throw Refusal.forged }
        let (body, fields) = try await fields(of: request)
        let isRight = cookie.admits(fields["token"])
        guard isRight || isFromOwnPage == true else { throw Refusal.forged }
        guard isRight || place.isHarmless else { return try await stale(place, fields, visit) }
        if fields["show"] != nil { return try await form(of: place, fields, visit, status: .ok) }
        let id = try cookie.formID(ofBody: body)
        let next = try BrowserCookie.random(randomSource)
        if visit.isOfFormerCookie, let row = visit.row {
            if let response = try await repeated(id, row, next, visit) { return response }
            visit.row = nil
        }
        let isNew = visit.row == nil
        let row = try await self.row(of: visit, cookie, next)
        do {
            var response = try await run(place, fields, id, row, isNew ? nil : next, visit)
            if isNew { set(next, in: &response) }
            return response
        } catch let error as ErrorWrapper where error.causes.contains(where: { $0 is ReplacedCookie }) {
            return try await stale(place, fields, visit)
        }
    }

    /// Returns the row of the browser. A new browser gets one, with a cookie that this service has chosen.
    private func row(of visit: Visit, _ cookie: BrowserCookie, _ next: BrowserCookie) async throws -> StoreRow {
        if let row = visit.row { return row }
        if let wait = newcomers.take(for: visit.context.client.site) { throw Refusal.tooManyRequests(wait: wait) }
        let row = StoreRow(
            id: UUIDv7(clock: clock, randomSource: randomSource), cookie: next.digest, former: cookie.digest,
            stamp: Int64(bitPattern: randomSource.next()), used: clock.now)
        try await available { () async throws(ErrorWrapper) in try await delivery.table.add(row) }
        return row
    }

    /// Answers a form that was sent again, because the answer with the next cookie was lost. Only its sender knows the
    /// old cookie and every secret of the form. Returns `nil` for any other form.
    private func repeated(
        _ id: String, _ row: StoreRow, _ next: BrowserCookie, _ visit: Visit
    ) async throws -> Response? {
        let store = self.store(row, .early)
        guard try await store.form(id) != nil, let form = try await ended(id, store) else { return nil }
        try await store.replaceCookie(by: next.digest)
        var response = seeOther(address(ofResult: form))
        set(next, in: &response)
        return response
    }

    /// Returns the form when its run has ended, or `nil` if that takes too long.
    private func ended(_ id: String, _ store: RowDataStore) async throws -> StoredForm? {
        let end = clock.uptime + Self.patience
        while clock.uptime < end, let form = try await store.form(id) {
            if form.isDone { return form }
            try await clock.sleep(for: .milliseconds(100))
        }
        return nil
    }

    private func run(
        _ place: UsecasePlace, _ fields: [String: String], _ id: String, _ row: StoreRow, _ next: BrowserCookie?,
        _ visit: Visit
    ) async throws -> Response {
        let store = self.store(row, .early)
        let dependencies = try self.dependencies(store, of: visit)
        let behaviour: Behaviour
        var texts: [String: String] = [:]
        if let form = place.form(fields, nil)?.view.form {
            if form.fields.contains(where: \.isSecret), let wait = passwordLimiter.take(for: visit.context.client.site)
            {
                throw Refusal.tooManyRequests(wait: wait)
            }
            let entry = FormEntry(of: form, filledWith: fields.mapValues { Secret($0) })
            if let objection = form.submission.objection(to: entry) {
                return try await self.form(of: place, fields, visit, objection, status: .unprocessableContent)
            }
            behaviour = form.submission.behaviour(with: entry)
            texts = fields.filter { field in form.fields.contains { $0.name == field.key && !$0.isSecret } }
        } else {
            guard let known = place.behaviour(fields.filter { !Self.reserved.contains($0.key) }) else {
                throw Refusal.noPage
            }
            behaviour = known
        }
        let sent = StoredForm(
            id: id, path: place.path, texts: texts, sentAt: clock.now, endsBy: clock.now + Self.longestRun)
        if try await store.begin(sent) != nil {
            let form = try await ended(id, store)
            return seeOther(form.map { address(ofResult: $0) } ?? PageLinks.address(place.path, ["form": id]))
        }
        let work = Task { try await finish(sent, behaviour, store, dependencies, next, visit) }
        if let response = try await value(of: work) { return response }
        // The cookie goes to this response alone, even if the run logs in or out only later.
        var response = seeOther(PageLinks.address(place.path, ["form": id]))
        if let next {
            try await store.replaceCookie(by: next.digest)
            set(next, in: &response)
        }
        return response
    }

    /// Runs the behaviour, and stores its result together with what it has written and the next cookie.
    private func finish(
        _ sent: StoredForm, _ behaviour: Behaviour, _ store: RowDataStore, _ dependencies: Dependencies,
        _ next: BrowserCookie?, _ visit: Visit
    ) async throws -> Response {
        let presenter = await Presenter(dependencies: dependencies, splash: .zero)
        let report = await behaviour.perform(with: presenter)
        note(report, visit)
        var form = sent
        form.isDone = true
        form.goal = report.storedGoal.map { String(decoding: $0, as: UTF8.self) }
        if case .failure(let error) = report.ending { form.failure = StoredForm.Failure(error) }
        let (changesUser, hasUser) = try await store.commit(form, replacingCookie: next?.digest)
        var response = seeOther(address(ofResult: form))
        if changesUser {
            if let next { set(next, in: &response) }
            if !hasUser { response.headers[.literal("Clear-Site-Data")] = #""cache", "storage""# }
        }
        return response
    }

    /// Returns the value of the work, or `nil` if it takes too long. The work goes on.
    private func value(of work: Task<Response, any Error>) async throws -> Response? {
        let (results, continuation) = AsyncStream.makeStream(of: Result<Response, any Error>?.self)
        Task { continuation.yield(await work.result) }
        let timer = Task { [clock] in
            try await clock.sleep(for: Self.patience)
            continuation.yield(nil)
        }
        defer { timer.cancel() }
        for await result in results { return try result?.get() }
        return nil
    }

    /// Returns where the result is shown: the page that shows the screen anew if all is well, else the page of the form.
    private func address(ofResult form: StoredForm) -> String {
        guard let screen = screen(of: form), screen.exitStatus == .success, let address = screen.address,
            let path = address.usecase.pagePath
        else { return PageLinks.address(form.path, ["form": form.id]) }
        let texts = screen.view.notice == nil ? [:] : ["notice": form.id]
        return PageLinks.address(path, address.texts.merging(texts) { $1 })
    }

    /// The names of the fields that each form has.
    private static let reserved: Set<String> = ["token", "form", "notice", "show", "user", "language", "back", "query"]

    /// Returns the bytes and the fields of the form. Throws a refusal for any other body.
    private func fields(of request: Request) async throws -> (body: [UInt8], fields: [String: String]) {
        guard request.headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true else {
            throw Refusal(
                .unsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", "The request is not a form",
                "Send the form of a page.")
        }
        let body = Array(buffer: try await request.wholeBody())
        guard let fields = FormFields.parse(body) else { throw Refusal.malformed("The form cannot be read.") }
        return (body, fields)
    }

    /// Returns the page for a form that is no longer right. It keeps the texts that are not secret.
    private func stale(_ place: UsecasePlace, _ fields: [String: String], _ visit: Visit) async throws -> Response {
        try await form(
            of: place, fields, visit, status: .conflict,
            notice: Sentence(
                en: "This page had changed. Nothing was done. Look at it again, and send it if it is still right.",
                ja: "このページは変わっていたため、何も行いませんでした。もう一度ご確認のうえ、よろしければ送信してください。"))
    }

    /// Returns the page with the form, filled with these texts.
    private func form(
        of place: UsecasePlace, _ fields: [String: String], _ visit: Visit, _ other: Screen? = nil,
        status: HTTPResponse.Status, notice: Sentence? = nil
    ) async throws -> Response {
        var page = BrowserPage(Screen.blank, at: PageLinks.address(place.path))
        page.isRevealed = fields["show"] != nil
        let behaviour = place.behaviour(fields.filter { !Self.reserved.contains($0.key) })
        let title = place.usecase.titleSentence
        let again = behaviour.map {
            [KeyBinding(name: "", action: title, keys: [.enter], effect: .dispatch($0))]
        }
        let screen =
            other ?? place.form(fields, fields["user"])
            ?? Screen("question", Page(heading: title, paragraphs: [], keys: again ?? []))
        for field in screen.view.form?.fields ?? [] where page.isRevealed || !field.isSecret {
            page.entry[field.name] = fields[field.name].map { Secret($0) }
        }
        if place.needsUser { page.user = fields["user"] }
        return try await self.page(page, notice.map { screen.remarking($0) } ?? screen, visit, status)
    }

    private func chooseLanguage(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard headers.isFromOwnPage(request) != false, let cookie = try headers.cookie(of: request) else {
            throw Refusal.forged
        }
        let fields = try await fields(of: request).fields
        guard cookie.admits(fields["token"]), let chosen = fields["language"].flatMap({ Language(rawValue: $0) }) else {
            throw Refusal.forged
        }
        let path = String((fields["back"] ?? "").trimmingPrefix(PageLinks.root).trimmingPrefix("/"))
        let isKnown = delivery.places.contains { $0.path == path }
        let texts = isKnown ? FormFields.parse((fields["query"] ?? "").utf8) ?? [:] : [:]
        var response = seeOther(PageLinks.address(isKnown ? path : "", texts))
        response.headers.append(
            HTTPField(name: .setCookie, value: headers.cookie(headers.languageCookie, chosen.rawValue)))
        return response
    }

    // MARK: Responses

    private func page(
        _ page: BrowserPage, _ screen: Screen, _ visit: Visit, _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let cookie = try visit.cookie ?? BrowserCookie.random(randomSource)
        var shown = BrowserPage(screen, at: page.path, texts: page.texts)
        (shown.entry, shown.output, shown.isWaiting, shown.isRevealed) = (
            page.entry, page.output, page.isWaiting, page.isRevealed
        )
        if screen.view.form?.fields.contains(where: \.isSecret) == true { shown.user = page.user }
        let markup = ScreenMarkup(
            of: application.product, menu: delivery.menu, links: await links.value, token: cookie.formToken,
            in: visit.language
        ) { RequestID.next(randomSource) }
        var response = html(markup.document(shown), status)
        if visit.cookie == nil { set(cookie, in: &response) }
        return response
    }

    private func usecases(_ request: Request, _ context: ServerContext) async throws -> Response {
        let text = await allUsecases.page(of: application, in: headers.language(of: request))
        return .text(
            .ok, "text/html; charset=utf-8", ByteBuffer(string: text), headers: headers.page(style: "'unsafe-inline'"))
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

    private func set(_ cookie: BrowserCookie, in response: inout Response) {
        response.headers.append(
            HTTPField(name: .setCookie, value: headers.cookie(headers.deviceCookie, cookie.secret.reveal())))
    }

    private func note(_ report: Report, _ visit: Visit) {
        guard case .failure(let error) = report.ending else { return }
        visit.context.log(
            .warning, "a run of a browser failed",
            .failure(error).merging(["usecase": "\(report.usecase)"]) { $1 })
    }

    /// Throws a refusal instead of an error of the rows.
    private func available<Value>(
        _ operation: () async throws(ErrorWrapper) -> Value
    ) async throws(Refusal) -> Value {
        do {
            return try await operation()
        } catch {
            throw .unavailable(because: error, application.service)
        }
    }
}

extension Usecase {
    fileprivate static var titleSentence: Sentence { sentence(title) }
}

extension Refusal {
    /// The response to a form that is not from a page of this service.
    static let forged = Refusal(
        .forbidden, "FORBIDDEN", "This form is not from here",
        "Nothing was done. Open the page again, and allow its cookies.", event: "form-refused")

    /// The response for an address that starts nothing.
    static let noPage = Refusal(.notFound, "NOT_FOUND", "There is nothing here", "No page has this address.")
}

extension Screen {
    /// The page of a run whose server has died.
    fileprivate static let interrupted = Screen(
        "interrupted",
        Page(
            heading: Sentence(en: "The service was interrupted.", ja: "サービスが中断しました。"), headingStyle: .alarm,
            paragraphs: [
                Sentence(
                    en: "Nobody knows whether this was done. Look at your account, then try again.",
                    ja: "行われたかどうかは分かりません。アカウントをご確認のうえ、もう一度お試しください。")
            ], keys: [.again]), exitStatus: .unavailable)
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
