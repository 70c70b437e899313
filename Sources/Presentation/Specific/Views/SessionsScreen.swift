import Application
package import Domain

extension Screen {
    /// The devices that are logged in, if they are known. `notice` says what happened before.
    package static func sessions(
        _ list: SessionList?, notice: Sentence? = nil, exitStatus: ExitStatus = .success
    ) -> Screen {
        let sessions = list?.sessions ?? []
        let endsOthers = sessions.count > 1 ? [KeyBinding.endOtherSessions] : []
        return Screen(
            "sessions",
            Choices(
                heading: Sentence(en: "Devices that are logged in", ja: "ログイン中の端末"),
                notice: notice,
                list: sessions.map { Choices.Choice($0, isOwn: $0.id == list?.own) },
                keys: endsOthers + [.quit]),
            exitStatus: exitStatus)
    }
}

extension Choices.Choice {
    fileprivate init(_ session: Session, isOwn: Bool) {
        let own = isOwn ? Sentence(en: " (this device)", ja: "（この端末）") : Sentence("")
        func named(_ name: String) -> Sentence {
            Sentence(en: name + own.text(in: .en), ja: name + own.text(in: .ja))
        }
        let times = Sentence(
            en: "since \(session.beganAt), last used at \(session.lastUsedAt)",
            ja: "\(session.beganAt)から、最後に使ったのは\(session.lastUsedAt)")
        func indented(_ sentence: Sentence) -> Sentence {
            Sentence(en: "  " + sentence.text(in: .en), ja: "  " + sentence.text(in: .ja))
        }
        self.init(
            lines: [named("\(session.udid)"), times],
            // The identifier is what the command for ending a session takes.
            plainLines: [
                named("\(session.id)"), indented(Sentence("UDID: \(session.udid)")), indented(times),
            ],
            keys: [isOwn ? .logOutHere : .end(session.id)])
    }
}

extension KeyBinding {
    fileprivate static func end(_ session: UUIDv7) -> KeyBinding {
        KeyBinding(
            name: "e", action: Sentence(en: "log it out", ja: "ログアウトさせる"), keys: [.character("e")],
            effect: .dispatch(Behaviour(EndSession.initial(ended: .one(session)))))
    }

    /// A device ends its own session by logging out, so that it forgets it as well.
    fileprivate static let logOutHere = KeyBinding(
        name: "e", action: logOut.action, keys: [.character("e")], effect: logOut.effect)

    fileprivate static let endOtherSessions = KeyBinding(
        name: "o", action: Sentence(en: "log all others out", ja: "ほかをすべてログアウトさせる"), keys: [.character("o")],
        effect: .dispatch(Behaviour(EndSession.initial(ended: .others))))
}

extension Store {
    private enum LoggedInDevices: Fact {
        typealias Value = SessionList
    }

    /// The devices that are logged in, once a use case has found them out.
    package var sessions: SessionList? {
        get { self[LoggedInDevices.self] }
        set { self[LoggedInDevices.self] = newValue }
    }
}

extension SessionList {
    func without(_ ended: EndedSessions) -> SessionList {
        SessionList(
            own: own,
            sessions: sessions.filter { session in
                switch ended {
                case .one(let id): session.id != id
                case .others: session.id == own
                }
            })
    }
}
