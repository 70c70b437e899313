#if Server
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import UsecasesEngine
import UsecasesStorage
import UsecasesTerminal
import UsecasesWeb

/// `POST` runs a use case, and leads to the page with its result.
extension BrowserController {
    /// The maximum number of times that a form is sent again at once.
    private static let repetitions = 20

    /// Runs the use case of the form, and returns a redirect to the page with the result.
    func act(_ place: UsecasePlace, _ request: Request, _ context: ServerContext) async throws -> Response {
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
        return try await unlessReplaced {
            if visit.isOfFormerCookie {
                if let response = try await repeated(id, cookie, next) { return response }
                visit.row = nil
            }
            if let row = visit.row { return try await run(place, fields, id, row, next, visit) }
            guard let row = try await newRow(id, cookie, next, visit) else {
                // The same form made the row a moment before.
                throw ErrorWrapper.replacedCookie(at: delivery.table.location)
            }
            var response = try await run(place, fields, id, row, nil, visit)
            set(next, in: &response)
            return response
        } otherwise: {
            if let response = try await repeated(id, cookie, next) { return response }
            return try await stale(place, fields, visit)
        }
    }

    /// Adds a row for a new browser, with a cookie that this service has chosen. Returns `nil` if the same form has made one
    /// already.
    private func newRow(
        _ form: String, _ cookie: BrowserCookie, _ next: BrowserCookie, _ visit: Visit
    ) async throws -> StoreRow? {
        if let wait = newcomers.take(for: visit.context.client.site) { throw Refusal.tooManyRequests(wait: wait) }
        let row = StoreRow(
            id: Self.row(madeBy: form), cookie: next.digest, former: cookie.digest,
            stamp: Int64(bitPattern: randomSource.next()), used: clock.now)
        try await delivery.table.add(row)
        guard let known = try await delivery.table.row(row.id), known != row else { return row }
        // The server that made the row may have died before it began the form. Nobody has the row's cookie then.
        guard known.content == row.content, try await delivery.table.replace(known.stamp, by: row) else { return nil }
        return row
    }

    /// Returns the identifier of the row that the form makes. It is the same for each request with the form.
    static func row(madeBy form: String) -> UUIDv7 {
        let bits = (UInt64(form.prefix(16), radix: 16) ?? 0, UInt64(form.suffix(16), radix: 16) ?? 0)
        return UUIDv7(at: Timestamp(milliseconds: 0), random: bits)
    }

    /// Answers a form that was sent again, because the answer with the next cookie was lost. Only its sender knows the
    /// old cookie and every secret of the form. Returns `nil` for any other form.
    private func repeated(_ id: String, _ cookie: BrowserCookie, _ next: BrowserCookie) async throws -> Response? {
        // Repetitions replace the cookie one after the other.
        for _ in 0..<Self.repetitions {
            guard let row = try await delivery.table.row(under: cookie.digest), row.cookie != cookie.digest else {
                break
            }
            let store = self.store(row, .early)
            do {
                guard try await store.form(id) != nil else {
                    // The row may be so new that its form is not in it yet.
                    guard row.id == Self.row(madeBy: id) else { break }
                    try await clock.sleep(for: .milliseconds(100))
                    continue
                }
                guard let form = try await ended(id, store) else { break }
                try await store.repeatCookie(as: next.digest)
                var response = seeOther(form.location ?? PageLinks.root)
                set(next, in: &response)
                return response
            } catch let error as ErrorWrapper where error.isReplacedCookie {
                continue
            }
        }
        return nil
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
        if try await store.form(id) != nil { return try await result(of: id, at: place, store) }
        let dependencies = try self.dependencies(store, of: visit)
        let behaviour: Behaviour
        var texts: [String: String] = [:]
        if let screen = place.form(fields, nil), let form = screen.view.form {
            if form.fields.contains(where: \.isSecret) { try await passwordLimiter.admit(visit.context) }
            let entry = FormEntry(of: form, filledWith: fields.mapValues { Secret($0) })
            if let objection = screen.objection(to: entry) {
                return try await self.form(of: place, fields, visit, objection, status: .unprocessableContent)
            }
            behaviour = form.submission.behaviour(with: entry)
            for field in form.fields where !field.isSecret { texts[field.name] = entry[field.name].reveal() }
        } else {
            guard let known = place.behaviour(fields.filter { !PageAddress.reserved.contains($0.key) }) else {
                throw Refusal.noPage
            }
            behaviour = known
        }
        let sent = StoredForm(
            id: id, path: place.path, texts: texts, sentAt: clock.now, endsBy: clock.now + Self.longestRun)
        if try await store.begin(sent) != nil { return try await result(of: id, at: place, store) }
        let work = Task { try await finish(sent, behaviour, store, dependencies, next, visit) }
        if let response = try await value(of: work) { return response }
        // The cookie goes to this response alone, even if the run logs in or out only later.
        var response = seeOther(PageLinks.address(place.path, ["form": id]))
        if let next {
            try await store.replaceCookie(by: next.digest, during: id)
            set(next, in: &response)
        }
        return response
    }

    /// Returns a redirect to the result of a form that was sent before.
    private func result(of id: String, at place: UsecasePlace, _ store: RowDataStore) async throws -> Response {
        let form = try await ended(id, store)
        return seeOther(form?.location ?? PageLinks.address(place.path, ["form": id]))
    }

    /// Runs the behaviour, and stores its result together with what it has written and the next cookie.
    private func finish(
        _ sent: StoredForm, _ behaviour: Behaviour, _ store: RowDataStore, _ dependencies: Dependencies,
        _ next: BrowserCookie?, _ visit: Visit
    ) async throws -> Response {
        let renewal = renewal(of: sent, in: store)
        defer { renewal.cancel() }
        let presenter = await ScreenPresenter(dependencies: dependencies, splash: .zero)
        let report = await behaviour.perform(with: presenter)
        note(report, visit)
        var form = sent
        switch report.ending {
        case .goal(let screen): complete(&form, with: screen, report.storedGoal)
        case .failure(let error):
            form.failure = StoredForm.Failure(error)
            form.location = PageLinks.address(form.path, ["form": form.id])
        }
        let (changesUser, hasUser) = try await store.commit(form, replacingCookie: next?.digest)
        var response = seeOther(form.location ?? PageLinks.root)
        if changesUser {
            if let next { set(next, in: &response) }
            if !hasUser { response.headers[.literal("Clear-Site-Data")] = #""cache", "storage""# }
        }
        return response
    }

    /// Notes from time to time that the form's run goes on, until it is cancelled.
    func renewal(of form: StoredForm, in store: RowDataStore) -> Task<Void, any Error> {
        Task { [clock] in
            while true {
                try await clock.sleep(for: Self.longestRun / 3)
                try await store.extend(form.id, to: clock.now + Self.longestRun)
            }
        }
    }

    /// Returns the value of the work, or `nil` if it takes too long. The work goes on.
    func value<Value: Sendable>(of work: Task<Value, any Error>) async throws -> Value? {
        let (results, continuation) = AsyncStream.makeStream(of: Result<Value, any Error>?.self)
        Task { continuation.yield(await work.result) }
        let timer = Task { [clock] in
            try await clock.sleep(for: Self.patience)
            continuation.yield(nil)
        }
        defer { timer.cancel() }
        for await result in results { return try result?.get() }
        return nil
    }

    /// Notes where the result is shown: on the page that shows the screen anew if all is well, else on the page of the
    /// form. Only what is left to show of the goal is kept.
    private func complete(_ form: inout StoredForm, with screen: Screen, _ goal: Data?) {
        form.goal = goal.map { String(decoding: $0, as: UTF8.self) }
        guard screen.exitStatus == .success, let address = screen.address, let path = address.usecase.pagePath else {
            form.location = PageLinks.address(form.path, ["form": form.id])
            return
        }
        form.texts = [:]
        let hasNotice = screen.view.notice != nil
        if !hasNotice { form.goal = nil }
        let notice = hasNotice ? ["notice": form.id] : [:]
        form.location = PageLinks.address(path, address.texts.merging(notice) { $1 })
    }

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
        let behaviour = place.behaviour(fields.filter { !PageAddress.reserved.contains($0.key) })
        let title = place.usecase.titleSentence
        let again = behaviour.map {
            [KeyBinding(name: "", action: title, keys: [.enter], effect: .dispatch($0))]
        }
        let screen =
            other ?? place.form(fields, fields["user"])
            ?? Screen("question", Page(heading: title, paragraphs: [], keys: again ?? []))
        if let form = screen.view.form { page.fill(form, with: fields, secrets: page.isRevealed) }
        page.hasFailed = notice != nil
        if place.needsUser { page.user = fields["user"] }
        return try await self.page(page, notice.map { screen.remarking($0) } ?? screen, visit, status)
    }

    func chooseLanguage(_ request: Request, _ context: ServerContext) async throws -> Response {
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
}

extension Refusal {
    /// The response to a form that is not from a page of this service.
    static let forged = Refusal(
        .forbidden, "FORBIDDEN", "This form is not from here",
        "Nothing was done. Open the page again, and allow its cookies.", event: "form-refused")

    /// The response for an address that starts nothing.
    static let noPage = Refusal(.notFound, "NOT_FOUND", "There is nothing here", "No page has this address.")
}
#endif
