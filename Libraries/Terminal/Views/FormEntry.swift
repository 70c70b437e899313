public import Usecases

/// What the user has filled into a form so far. It belongs to the session on the terminal: no screen and no store holds
/// what was typed.
public struct FormEntry: Sendable, Hashable {
    /// What a key has done to a form.
    public enum Response: Sendable, Hashable {
        case edited
        case submitted
        /// The key is not for the form.
        case none
    }

    /// The texts of all fields, in the order of the fields.
    public private(set) var texts: [FieldText]
    /// The field that is being edited.
    package private(set) var focus = 0
    /// Whether secrets are shown as they were typed.
    package private(set) var isRevealed = false
    private let names: [String]
    private let areSecret: [Bool]

    /// An empty entry. The first field with a remark is edited first, or else the first field.
    public init(of form: Form) {
        names = form.fields.map(\.name)
        areSecret = form.fields.map(\.isSecret)
        texts = form.fields.map { FieldText(isSecret: $0.isSecret) }
        focus = form.fields.firstIndex { $0.remark != nil } ?? 0
    }

    /// The text of the field of this name.
    public subscript(name: String) -> Secret {
        names.firstIndex(of: name).map { texts[$0].value } ?? ""
    }

    func belongs(to form: Form) -> Bool {
        names == form.fields.map(\.name) && areSecret == form.fields.map(\.isSecret)
    }

    /// Secrets are typed anew, beginning where something has to be mended.
    mutating func prepareForAnotherTry(at form: Form) {
        for index in texts.indices where areSecret[index] { texts[index].clear() }
        isRevealed = false
        focus = form.fields.firstIndex { $0.remark != nil } ?? texts.firstIndex(where: \.isEmpty) ?? 0
    }

    mutating func respond(to key: DisplayEvent.Key, canReveal: Bool) -> Response {
        switch key {
        case .character(let character): texts[focus].insert(String(character))
        case .paste(let secret): texts[focus].insert(secret.reveal())
        case .backspace: texts[focus].deleteBackward()
        case .delete: texts[focus].deleteForward()
        case .left: texts[focus].move(by: -1)
        case .right: texts[focus].move(by: 1)
        case .home, .control("a"): texts[focus].moveToStart()
        case .end, .control("e"): texts[focus].moveToEnd()
        case .control("u"): texts[focus].clear()
        case .tab, .down: focus = (focus + 1) % texts.count
        case .backTab, .up: focus = (focus + texts.count - 1) % texts.count
        case .control("r") where canReveal: isRevealed.toggle()
        case .enter: return goOn()
        case .control, .escape, .pageUp, .pageDown, .endOfInput: return .none
        }
        return .edited
    }

    /// To the next field. From the last one, the form is submitted, or a field that was passed over is filled in first.
    private mutating func goOn() -> Response {
        if focus < texts.count - 1 {
            focus += 1
            return .edited
        }
        guard let empty = texts.firstIndex(where: \.isEmpty) else { return .submitted }
        focus = empty
        return .edited
    }
}
