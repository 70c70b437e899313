import CalearningPresentation
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

extension SceneGraph {
    /// 注文する: larger than any use case of the catalogue, with two paths back to an earlier scene.
    static let ofTwentyScenes = SceneGraph(
        nodes: [
            .init(id: "s1", kind: .basic, labels: ["アプリは注文する商品の在庫をサーバに尋ねる"]),
            .init(id: "s2", kind: .basic, labels: ["アプリは保存されている配送先の住所を読み込む"]),
            .init(id: "s3", kind: .basic, labels: ["アプリは支払い方法の期限が切れていないかを調べる"]),
            .init(id: "s4", kind: .basic, labels: ["アプリは注文の内容をサーバに登録する"]),
            .init(id: "s5", kind: .basic, labels: ["アプリは決済サービスに支払いを依頼する"]),
            .init(id: "s6", kind: .basic, labels: ["アプリは支払いの結果が届いているかを調べる"]),
            .init(id: "s7", kind: .basic, labels: ["アプリは注文の控えを端末に保存する"]),
            .init(id: "s8", kind: .goal, labels: ["アプリは注文が完了したことを表示"]),
            .init(id: "s9", kind: .alternative, labels: ["在庫が足りない場合_アプリは代わりになる商品を尋ねる"]),
            .init(id: "s10", kind: .goal, labels: ["代わりになる商品もない場合_アプリは在庫切れを表示"]),
            .init(id: "s11", kind: .alternative, labels: ["配送先がない場合_アプリはユーザの登録住所をサーバに尋ねる"]),
            .init(id: "s12", kind: .goal, labels: ["登録住所もない場合_アプリは住所の入力画面を表示"]),
            .init(id: "s13", kind: .alternative, labels: ["期限が切れている場合_アプリは別の支払い方法を選ぶ"]),
            .init(id: "s14", kind: .goal, labels: ["使える支払い方法がない場合_アプリは支払い方法の登録画面を表示"]),
            .init(id: "s15", kind: .alternative, labels: ["注文が二重の場合_アプリは前の注文の状態を調べる"]),
            .init(id: "s16", kind: .goal, labels: ["前の注文が完了している場合_アプリはその控えを表示"]),
            .init(id: "s17", kind: .alternative, labels: ["支払いが拒否された場合_アプリは注文を取り消す"]),
            .init(id: "s18", kind: .goal, labels: ["注文を取り消した場合_アプリは支払いが拒否されたことを表示"]),
            .init(id: "s19", kind: .alternative, labels: ["結果がまだ届いていない場合_アプリは少し待つ"]),
            .init(id: "s20", kind: .goal, labels: ["待つ時間が尽きた場合_アプリは結果を後で知らせることを表示"]),
            .init(
                id: "e1", kind: .failure,
                labels: ["ネットワーク接続不可", "ErrorResponse", "エラーレスポンスのデシリアライズに失敗", "レスポンスのデシリアライズに失敗"]),
            .init(id: "e2", kind: .failure, labels: ["読み込みに失敗", "内容が壊れています"]),
            .init(id: "e3", kind: .failure, labels: ["ネットワーク接続不可", "ErrorResponse", "その他のエラー"]),
            .init(id: "e4", kind: .failure, labels: ["ネットワーク接続不可", "ErrorResponse"]),
            .init(id: "e5", kind: .failure, labels: ["読み込みに失敗", "内容が壊れています", "書き込みに失敗"]),
            .init(id: "e6", kind: .failure, labels: ["ネットワーク接続不可"]),
        ],
        edges: [
            .init(from: "s1", to: "s2", label: "Shop: available"),
            .init(from: "s2", to: "s3", label: "DataStore: stored"),
            .init(from: "s3", to: "s4", label: "Clock: before"),
            .init(from: "s4", to: "s5", label: "Shop: registered"),
            .init(from: "s5", to: "s6", label: "Payments: accepted"),
            .init(from: "s6", to: "s7", label: "Payments: paid"),
            .init(from: "s7", to: "s8", label: "DataStore: saved"),
            .init(from: "s1", to: "s9", label: "Shop: sold-out"),
            .init(from: "s9", to: "s2", label: "Shop: found"),
            .init(from: "s9", to: "s10", label: "Shop: absent"),
            .init(from: "s2", to: "s11", label: "DataStore: absent"),
            .init(from: "s11", to: "s3", label: "Shop: found"),
            .init(from: "s11", to: "s12", label: "Shop: absent"),
            .init(from: "s3", to: "s13", label: "Clock: after"),
            .init(from: "s13", to: "s3", label: "DataStore: stored"),
            .init(from: "s13", to: "s14", label: "DataStore: absent"),
            .init(from: "s4", to: "s15", label: "Shop: known"),
            .init(from: "s15", to: "s16", label: "Shop: paid"),
            .init(from: "s15", to: "s5", label: "Shop: unpaid, unpaid-with-discount"),
            .init(from: "s5", to: "s17", label: "Payments: refused"),
            .init(from: "s6", to: "s17", label: "Payments: refused"),
            .init(from: "s17", to: "s18", label: "Shop: cancelled"),
            .init(from: "s6", to: "s19", label: "Payments: pending"),
            .init(from: "s19", to: "s6", label: nil),
            .init(from: "s19", to: "s20", label: "Clock: too-late"),
            .init(from: "s1", to: "e1", label: nil),
            .init(from: "s2", to: "e2", label: nil),
            .init(from: "s4", to: "e3", label: nil),
            .init(from: "s5", to: "e4", label: nil),
            .init(from: "s7", to: "e5", label: nil),
            .init(from: "s17", to: "e6", label: nil),
        ])
}
