import Foundation
import UsecasesEngine
import UsecasesStorage
import UsecasesSystem

extension Usecase {
    /// The first beginning, or `nil` if it has values.
    private static var plainBeginning: Step<Self>? {
        beginnings.first.flatMap { $0.scene.declared.values.isEmpty ? $0 : nil }
    }

    /// Returns the first scene for the texts, if they have each of its values, and no value is a secret.
    static func usualBeginning(with texts: [String: String]) -> Step<Self>? {
        guard let fields = SceneFields<Self>() else { return plainBeginning }
        guard fields.all.allSatisfy({ $0.kind != .secret && texts[$0.name] != nil }) else { return nil }
        return try? fields.step { texts[$0] ?? "" }
    }

    /// Returns the texts from which ``usualBeginning(with:)`` makes the first scene.
    static func usualTexts(of beginning: Step<Self>) -> [String: String] {
        SceneFields<Self>()?.texts(of: beginning) ?? [:]
    }

    /// Returns a form with a field for each value of the first scene, or `nil` if the texts have them all. `nil` also for
    /// a scene without values, and for one with a value that no field can have, such as a list.
    static func usualForm(with texts: [String: String]) -> Screen? {
        guard usualBeginning(with: texts) == nil else { return nil }
        return SceneFields<Self>().map { screen(of: $0) }
    }

    /// `remarked` is the name of the field with a value that the scene cannot have.
    fileprivate static func screen(of fields: SceneFields<Self>, remarked: String? = nil) -> Screen {
        Screen(
            "form",
            Form(
                heading: sentence(title), fields: fields.all.map { $0.field(isRefused: $0.name == remarked) },
                action: Sentence(en: "start", ja: "はじめる"), submission: SceneSubmission<Self>()))
    }
}

/// Starts a use case with the values of its first scene.
private struct SceneSubmission<Target: Usecase>: Submission {
    func behaviour(with entry: FormEntry) -> Behaviour {
        guard let step = try? SceneFields<Target>()?.step({ entry[$0].reveal() }) else {
            preconditionFailure("A form submits only what it has no objection to.")
        }
        return Behaviour(step)
    }

    func objection(to entry: FormEntry) -> Screen? {
        guard let fields = SceneFields<Target>() else { return nil }
        do {
            _ = try fields.step { entry[$0].reveal() }
            return nil
        } catch {
            return Target.screen(of: fields, remarked: fields.refused { entry[$0].reveal() })
        }
    }
}

/// A value of a first scene that a text can state.
private struct SceneField {
    enum Kind: Hashable {
        case text
        case number
        case isOn
        case choice([String])
        case secret
    }

    /// The keys that lead to the value in the scene's JSON.
    let path: [String]
    let kind: Kind
    /// Whether the value can be absent. `isEmpty` is whether it can be an empty text.
    var isOptional = false
    var isEmpty = false

    /// The name of the form's field. It differs from all names that a page itself uses.
    var name: String {
        let name = path.joined(separator: ".")
        return PageAddress.reserved.contains(name) ? name + "_" : name
    }

    /// Returns the field, labelled with the words of the value's name.
    func field(isRefused: Bool) -> Form.Field {
        let words = (path.last ?? "").replacing(#/([a-z])([A-Z])/#) { "\($0.output.1) \($0.output.2.lowercased())" }
        let label = Sentence(words.prefix(1).uppercased() + words.dropFirst())
        let remark = isRefused ? Sentence(en: "Enter another value.", ja: "ほかの値を入力してください。") : nil
        return switch kind {
        case .isOn: Form.Field(name: name, label: label, isOn: false, remark: remark)
        case .choice(let texts):
            Form.Field(
                name: name, label: label, choices: texts.map { .init($0, label: Sentence($0)) }, isOptional: isOptional,
                remark: remark)
        case .text, .number, .secret:
            Form.Field(
                name: name, label: label, isSecret: kind == .secret, remark: remark, isOptional: isOptional || isEmpty)
        }
    }

    /// Returns the value of the text in JSON, or `nil` if it is absent. A text that is no number stays a text, and the scene
    /// refuses it.
    func json(of text: String) -> JSON? {
        if isOptional, text.isEmpty { return nil }
        return switch kind {
        case .text, .choice, .secret: .string(text)
        case .isOn: .bool(text == Form.Field.on)
        case .number:
            Int64(text).map { .integer($0) } ?? Double(text).flatMap { $0.isFinite ? .double($0) : nil }
                ?? .string(text)
        }
    }

    /// Returns the text of the value in JSON. It is the inverse of ``json(of:)``.
    func text(of value: JSON?) -> String {
        switch value {
        case .string(let text): text
        case .bool(let isOn): isOn ? Form.Field.on : ""
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .double(let number): "\(number)"
        default: ""
        }
    }
}

/// The values of the first scene of a use case as texts. The first beginning is the example.
private struct SceneFields<U: Usecase> {
    let all: [SceneField]
    private let example: Step<U>
    private let name: String
    private let members: JSON

    /// Returns `nil` if the scene has no values, or one that no text can state.
    init?() {
        guard let example = U.beginnings.first,
            let carried = Mirror(reflecting: example.scene.declared).children.first?.value,
            let form = Self.form(of: example),
            let fields = SceneField.fields(of: Mirror(reflecting: carried), in: form.members, at: []), !fields.isEmpty
        else { return nil }
        all = fields
        self.example = example
        (name, members) = form
    }

    /// Returns the name and the values of the scene in JSON, as the compiler encodes a case.
    private static func form(of step: Step<U>) -> (name: String, members: JSON)? {
        guard case .object(let form)? = try? JSON(encoding: step.scene.declared), form.count == 1 else { return nil }
        return form.first.map { ($0.key, $0.value) }
    }

    /// Returns the scene with these texts. Throws a `DecodingError` if it cannot have them.
    func step(_ text: (String) -> String) throws -> Step<U> { try step(with: all[...], text) }

    /// Returns the scene with the texts of these fields, and with the values of the example elsewhere.
    private func step(with fields: ArraySlice<SceneField>, _ text: (String) -> String) throws -> Step<U> {
        var members = members
        for field in fields { members.set(field.json(of: text(field.name)), at: field.path) }
        let data = try JSONEncoder().encode(JSON.object([name: members]))
        return switch example {
        case .basic: .basic(try JSONDecoder().decode(U.Basics.self, from: data))
        case .alternate: .alternate(try JSONDecoder().decode(U.Alternatives.self, from: data))
        }
    }

    /// Returns the name of the first field with a text that the scene cannot have.
    func refused(_ text: (String) -> String) -> String? {
        all.indices.first { (try? step(with: all[...$0], text)) == nil }.map { all[$0].name }
    }

    func texts(of step: Step<U>) -> [String: String] {
        guard let form = Self.form(of: step), form.name == name else { return [:] }
        let texts = all.filter { $0.kind != .secret }.map { ($0.name, $0.text(of: form.members.value(at: $0.path))) }
        return Dictionary(texts) { first, _ in first }
    }
}

extension SceneField {
    /// Returns a field for each of the values, or `nil` if no text can state one of them.
    static func fields(of values: Mirror, in members: JSON, at path: [String]) -> [SceneField]? {
        var fields: [SceneField] = []
        for (label, value) in values.children {
            guard let label, let known = Self.fields(of: value, in: members.value(at: [label]), at: path + [label])
            else {
                return nil
            }
            fields += known
        }
        return fields
    }

    private static func fields(of value: Any, in member: JSON?, at path: [String]) -> [SceneField]? {
        if let optional = value as? any OptionalValue {
            return kind(of: type(of: optional).wrapped).map { [SceneField(path: path, kind: $0, isOptional: true)] }
        }
        if let kind = kind(of: type(of: value)) {
            return [SceneField(path: path, kind: kind, isEmpty: member == .string(""))]
        }
        switch member {
        case .string(let text): return [SceneField(path: path, kind: .text, isEmpty: text.isEmpty)]
        case .integer, .number, .double: return [SceneField(path: path, kind: .number)]
        case .object:
            let mirror = Mirror(reflecting: value)
            return mirror.displayStyle == .struct ? fields(of: mirror, in: member ?? .null, at: path) : nil
        case .null, .bool, .array, nil: return nil
        }
    }

    /// Returns the kind of a type whose values need no example.
    private static func kind(of type: Any.Type) -> Kind? {
        switch type {
        case is Bool.Type: .isOn
        case is Secret.Type, is any SecretText.Type: .secret
        case let type as any (CaseIterable & Encodable).Type: choices(of: type).map { .choice($0) }
        case is String.Type: .text
        case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: .number
        default: nil
        }
    }

    /// Returns the texts of all values, or `nil` if one of them is no text.
    private static func choices<Value: CaseIterable & Encodable>(of type: Value.Type) -> [String]? {
        let texts = type.allCases.compactMap { value -> String? in
            guard case .string(let text)? = try? JSON(encoding: value) else { return nil }
            return text
        }
        return texts.count == type.allCases.count ? texts : nil
    }
}

private protocol OptionalValue {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalValue {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}

extension JSON {
    fileprivate func value(at path: [String]) -> JSON? {
        path.reduce(self as JSON?) { value, name in
            guard case .object(let members)? = value else { return nil }
            return members[name]
        }
    }

    /// Sets the value at the path through objects, or removes it.
    fileprivate mutating func set(_ value: JSON?, at path: [String]) {
        guard let name = path.first else { return self = value ?? .null }
        guard case .object(var members) = self else { return }
        if path.count == 1 { members[name] = value } else { members[name]?.set(value, at: Array(path.dropFirst())) }
        self = .object(members)
    }
}
