#if Server
import Foundation
import Hummingbird
import UsecasesEngine
import UsecasesStorage
import UsecasesTerminal

/// `GET` shows a page. It changes nothing outside the browser's own store.
extension BrowserController {
    func show(_ place: UsecasePlace?, _ request: Request, _ context: ServerContext) async throws -> Response {
        var visit = try await self.visit(request, context)
        if visit.isOfFormerCookie { visit.row = nil }
        let store = visit.row.map { self.store($0, .late) }
        if let store, let row = visit.row, clock.now - row.used > .seconds(86_400) {
            try await available { try await store.noteUse() }
        }
        return try await unlessReplaced {
            try await answer(place, store, visit)
        } otherwise: {
            // The browser has its next cookie from another response, and asks again with it.
            seeOther(PageLinks.address(place?.path ?? ""))
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
        let isHome = place == nil && delivery.home != nil && store != nil
        let isAtHome = isHome ? try await delivery.user(dependencies) != nil : false
        if let id = query["form"], let store, let form = try await store.form(id), form.path == place?.path {
            return try await result(of: form, in: store, at: place, page, visit)
        }
        var texts = query
        var notice = try await self.notice(texts.removeValue(forKey: "notice"), store)
        if texts.removeValue(forKey: "form") != nil, store != nil {
            page.hasFailed = true
            notice = Sentence(
                en: "What became of this form is not known any more. Look before you send it again.",
                ja: "このフォームの結果は、もう分かりません。送り直す前にご確認ください。")
        }
        page.texts = texts
        let screen: Screen
        switch isAtHome ? delivery.home.map({ .run($0) }) : start(place, &page) {
        case .screen(let form): screen = await run.appeared(form)
        case .run(let behaviour):
            let work = Task<_, any Error> { await run.perform(behaviour) }
            // A page can wait only for a run that it can store.
            let canWait = place != nil && store != nil
            guard let (shown, report) = try await canWait ? value(of: work) : work.value else {
                return try await postpone(work, place, store, visit)
            }
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

    private func postpone(
        _ work: Task<(screen: Screen, report: Report), any Error>, _ place: UsecasePlace?, _ store: RowDataStore?,
        _ visit: Visit
    ) async throws -> Response {
        guard let place, let store else { throw Refusal.noPage }
        let id = RequestID.next(randomSource)
        var form = StoredForm(
            id: id, path: place.path, texts: [:], sentAt: clock.now, endsBy: clock.now + Self.longestRun)
        _ = try await store.begin(form)
        let location = PageLinks.address(place.path, ["form": id])
        form.location = location
        Task { [form] in
            let renewal = renewal(of: form, in: store)
            defer { renewal.cancel() }
            let report = try await work.value.report
            note(report, visit)
            var ended = form
            ended.goal = report.storedGoal.map { String(decoding: $0, as: UTF8.self) }
            if case .failure(let error) = report.ending { ended.failure = StoredForm.Failure(error) }
            try await store.commit(ended, replacingCookie: nil)
        }
        return seeOther(location)
    }

    private enum Start {
        case screen(Screen)
        case run(Behaviour)
    }

    /// Returns what the address starts: a form, or a run if the texts of the address are enough.
    private func start(_ place: UsecasePlace?, _ page: inout BrowserPage) -> Start? {
        guard let place else {
            return delivery.start.map { .run($0) } ?? .screen(menu)
        }
        guard let screen = place.form(page.texts, page.user), let form = screen.view.form else {
            return place.behaviour(page.texts).map { .run($0) }
        }
        page.fill(form, with: page.texts)
        guard place.isSafe, page.answers(form) else { return .screen(screen) }
        let entry = FormEntry(of: form, filledWith: page.entry)
        return screen.objection(to: entry).map { .screen($0) } ?? .run(form.submission.behaviour(with: entry))
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
                    paragraphs: [place == nil ? application.abstract : place?.question].compactMap(\.self), keys: [key])
            ), visit)
    }

    /// Returns the message of the form's result, unless it was shown before.
    private func notice(_ id: String?, _ store: RowDataStore?) async throws(ErrorWrapper) -> Sentence? {
        guard let id, let store, let form = try await store.form(id), let screen = screen(of: form) else { return nil }
        try await store.noteShown(id)
        return screen.view.notice
    }

    /// Returns the screen of the form's goal, or `nil` without one.
    func screen(of form: StoredForm) -> Screen? {
        guard let goal = form.goal else { return nil }
        return try? delivery.places.first { $0.path == form.path }?.screen(Data(goal.utf8), form.sentAt)
    }

    /// Returns the page with the result of a form, or a page that refreshes itself until there is one.
    private func result(
        of form: StoredForm, in store: RowDataStore, at place: UsecasePlace?, _ page: BrowserPage, _ visit: Visit
    ) async throws -> Response {
        var page = page
        page.texts["form"] = nil
        page.entry = form.texts.mapValues { Secret($0) }
        if let screen = screen(of: form) {
            // Secrets are shown once, so that the row does not keep them.
            if !screen.secrets.isEmpty { try await store.noteShown(form.id) }
            return try await self.page(page, screen, visit)
        }
        if let failure = form.failure {
            return try await self.page(page, Screen(nil, .failure(failure), exitStatus: .unavailable), visit)
        }
        if let location = form.location, location != PageLinks.address(form.path, ["form": form.id]) {
            return seeOther(location)
        }
        guard !form.isDone, let title = place?.usecase.titleSentence else {
            return seeOther(PageLinks.address(place?.path ?? ""))
        }
        guard form.endsBy > clock.now else { return try await self.page(page, .interrupted, visit) }
        page.isWaiting = true
        return try await self.page(page, Screen("waiting", Page(heading: title, paragraphs: [], keys: [])), visit)
    }
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
#endif
