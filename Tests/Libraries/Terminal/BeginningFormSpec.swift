import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesTerminal

private struct Parcel: Sendable, Hashable, Codable {
    enum Size: String, Sendable, Codable, CaseIterable {
        case small, large
    }

    var address: String
    var size: Size
    var grams: Int
}

private protocol Delivering: Usecase where Goals == DeliveryGoals {}

private enum DeliveryGoals: SceneName {
    case 荷物は届く
}

extension Delivering {
    static var title: String { "荷物を送る" }
    static var invocation: Invocation { .command("send") }
    static var actors: Set<Actor> { [.user] }

    static func next(after scene: Step<Self>, with ports: Dependencies) -> Scene<Self> { .last(.荷物は届く) }
}

private enum Send: Delivering {
    enum Basics: SceneName {
        case 荷物を送る(parcel: Parcel, isFragile: Bool, price: Double, user: String, note: String?, count: Int?)
        case 荷物を調べる(number: Int)
    }

    static let beginnings: [Step<Self>] = [
        .basic(
            .荷物を送る(
                parcel: Parcel(address: "Kyoto", size: .small, grams: 1), isFragile: true, price: 1.5, user: "",
                note: nil,
                count: nil))
    ]
}

private enum Open: Delivering {
    enum Basics: SceneName {
        case 箱を開ける(box: String, code: Secret)
    }

    static let beginnings: [Step<Self>] = [.basic(.箱を開ける(box: "1", code: "x"))]
}

private enum Pack: Delivering {
    enum Basics: SceneName {
        case 箱に詰める(things: [String])
        case 箱を閉じる
    }

    static let beginnings: [Step<Self>] = [.basic(.箱に詰める(things: ["book"]))]
}

private enum Close: Delivering {
    typealias Basics = Pack.Basics

    static let beginnings: [Step<Self>] = [.basic(.箱を閉じる)]
}

@Suite struct はじまりのフォーム {
    private static let names = [
        "parcel.address", "parcel.size", "parcel.grams", "isFragile", "price", "user_", "note", "count",
    ]

    private static func form(_ usecase: any Usecase.Type) throws -> Form {
        try #require(UsecasePlace(usecase)?.form([:], nil)?.view.form)
    }

    @Test func はじめの場面の値のそれぞれに欄がある() throws {
        let fields = try Self.form(Send.self).fields

        #expect(fields.map(\.name) == Self.names)
        #expect(
            fields.map { $0.label.text(in: .en) } == [
                "Address", "Size", "Grams", "Is fragile", "Price", "User", "Note", "Count",
            ])
        #expect(
            fields.map { $0.choices?.map(\.text) } == [nil, ["small", "large"], nil, ["", "yes"], nil, nil, nil, nil])
        #expect(fields.filter(\.isOptional).map(\.name) == ["user_", "note", "count"])
    }

    @Test func はじまりからの文字は_同じはじまりになる() async {
        let letters = #"aé日 "\{}+&=%/"#
        await forAll(200) { choices in
            Send.Basics.荷物を送る(
                parcel: Parcel(
                    address: choices.text(0...8, of: letters), size: choices.one(of: Parcel.Size.allCases),
                    grams: choices.number(near: 0, .min, .max, within: 5)),
                isFragile: choices.isTrue(), price: Double(choices.number(in: -9...9) as Int) / 8,
                user: choices.text(0...4, of: letters),
                note: choices.isTrue() ? "n" + choices.text(0...8, of: letters) : nil,
                count: choices.isTrue() ? choices.number(in: -5...5) : nil)
        } holds: { scene in
            let texts = Behaviour(Step<Send>.basic(scene)).address.texts
            try promise(Set(texts.keys), is: Set(Self.names))
            try promise(UsecasePlace(Send.self)?.behaviour(texts), is: Behaviour(Step<Send>.basic(scene)))
            try promise(UsecasePlace(Send.self)?.form(texts, nil), is: nil)
            let form = try Self.form(Send.self)
            let entry = FormEntry(of: form, filledWith: texts.mapValues { Secret($0) })
            try promise(form.submission.behaviour(with: entry), is: Behaviour(Step<Send>.basic(scene)))
        }
    }

    @Test(
        arguments: [
            ("parcel.grams", "x"), ("parcel.grams", "1.5"), ("parcel.grams", "9223372036854775808"), ("price", "nan"),
            ("price", "1e999"), ("parcel.size", "huge"), ("count", "[1]"), ("count", "1x"),
        ])
    func 場面がとれない文字の欄に注意が付く(name: String, text: String) throws {
        let form = try Self.form(Send.self)
        var texts = ["parcel.address": "Kobe", "parcel.size": "large", "parcel.grams": "2", "price": "3"]
        let screen = Screen("form", form)
        let right = FormEntry(of: form, filledWith: texts.mapValues { Secret($0) })
        #expect(screen.objection(to: right) == nil)

        texts[name] = text
        let objection = screen.objection(to: FormEntry(of: form, filledWith: texts.mapValues { Secret($0) }))

        #expect(objection?.view.form?.fields.filter { $0.remark != nil }.map(\.name) == [name])
    }

    @Test func 秘密は住所にない() throws {
        let form = try Self.form(Open.self)

        #expect(form.fields.map(\.isSecret) == [false, true])
        #expect(Behaviour(Open.beginnings[0]).address.texts == ["box": "1"])
        #expect(UsecasePlace(Open.self)?.behaviour(["box": "1", "code": "x"]) == nil)
        let entry = FormEntry(of: form, filledWith: ["box": "1", "code": "x"])
        #expect(form.submission.behaviour(with: entry) == Behaviour(Open.beginnings[0]))
    }

    @Test func 値がなければ命令だけで始まり_文字にならない値ならページはない() {
        #expect(UsecasePlace(Close.self)?.behaviour([:]) == Behaviour(Close.beginnings[0]))
        #expect(UsecasePlace(Close.self)?.form([:], nil) == nil)
        #expect(UsecasePlace(Pack.self) == nil)
    }
}
