import CalearningApplication
package import CalearningDomain
package import Usecases
package import UsecasesTerminal

extension Screen {
    /// The devices that are logged in, if they are known. `notice` says what happened before.
    package static func sessions(
        _ list: SessionList?, notice: Sentence? = nil, exitStatus: ExitStatus = .success
    ) -> Screen {
        let sessions = list?.sessions ?? []
        let endsOthers = sessions.count > 1 ? [KeyBinding.endOthers(of: list)] : []
        return Screen(
            "sessions",
            Choices(
                heading: Sentence(en: "Devices that are logged in", ja: "ログイン中の端末"),
                notice: notice,
                list: sessions.map { Choices.Choice($0, of: list) },
                keys: endsOthers + [.quit]),
            exitStatus: exitStatus)
    }
}

extension Choices.Choice {
    fileprivate init(_ session: Session, of list: SessionList?) {
        let isOwn = session.id == list?.own
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
            keys: [isOwn ? .logOutHere : .end(session.id, of: list)])
    }
}

extension KeyBinding {
    fileprivate static func end(_ session: UUIDv7, of list: SessionList?) -> KeyBinding {
        KeyBinding(
            name: "e", action: Sentence(en: "log it out", ja: "ログアウトさせる"), keys: [.character("e")],
            effect: .dispatch(Behaviour(EndSession.initial(ended: .one(session), list: list))))
    }

    /// A device ends its own session by logging out, so that it forgets it as well.
    fileprivate static let logOutHere = KeyBinding(
        name: "e", action: logOut.action, keys: [.character("e")], effect: logOut.effect)

    fileprivate static func endOthers(of list: SessionList?) -> KeyBinding {
        KeyBinding(
            name: "o", action: Sentence(en: "log all others out", ja: "ほかをすべてログアウトさせる"),
            keys: [.character("o")],
            effect: .dispatch(Behaviour(EndSession.initial(ended: .others, list: list))))
    }
}
