import CalearningApplication
import CalearningDomain
import UsecasesEngine

extension TutorialPage {
    var heading: Sentence {
        Sentence(
            en: "Tutorial \(self)/\(Self.allCases.count): \(subject.text(in: .en))",
            ja: "チュートリアル \(self)/\(Self.allCases.count): \(subject.text(in: .ja))")
    }

    private var subject: Sentence {
        switch self {
        case .scenes: Sentence(en: "A use case is made of scenes", ja: "ユースケースはシーンでできている")
        case .alternative: Sentence(en: "The second start", ja: "二度目の起動")
        case .failure: Sentence(en: "When the network fails", ja: "ネットワークにつながらないとき")
        case .scenarios: Sentence(en: "Every possible scenario", ja: "起こりうるすべてのシナリオ")
        case .backends: Sentence(en: "Another backend, the same use case", ja: "バックエンドを替えても同じユースケース")
        case .recording: Sentence(en: "A run, recorded and replayed", ja: "実行の記録と再生")
        case .onward: Sentence(en: "Where to go from here", ja: "この先へ")
        }
    }

    /// The text above the demonstration.
    var paragraphs: [Sentence] {
        switch self {
        case .scenes:
            [
                Sentence(
                    en: """
                        In \(Product.own.title), a use case is code that can be run, watched and explored: an enum of scenes. A \
                        basic course tells what happens if all goes well, alternatives what happens otherwise, and every \
                        run ends in a goal or in an error.
                        """,
                    ja: """
                        \(Product.own.title)のユースケースは、実行も観察も探索もできるコードであり、シーンのenumです。\
                        うまくいくときの基本コースと、そうでないときの代替コースがあり、実行は必ずゴールかエラーで終わります。
                        """),
                Sentence(
                    en: """
                        This is Boot, the use case that starts the application. It runs now, in a sandbox. All its data is \
                        in memory, and nothing of yours is touched.
                        """,
                    ja: """
                        次は、アプリを起動するユースケースBootです。いま、サンドボックスで実行しています。\
                        データはすべてメモリの中にあり、あなたのものには触れません。
                        """),
            ]
        case .alternative:
            [
                Sentence(
                    en: """
                        The first start took an alternative course, because no UDID was saved. What changes if the \
                        application is started again in the same sandbox?
                        """,
                    ja: "最初の起動では、UDIDが保存されていないので代替コースに入りました。同じサンドボックスでもう一度起動すると、何が変わるでしょうか。")
            ]
        case .failure:
            [
                Sentence(
                    en: """
                        Now the UDID comes from a service, and no network leads to it. Boot does not say a word about \
                        networks. So where does the run go?
                        """,
                    ja: "今度は、UDIDを発行するサービスにつながるネットワークがありません。Bootのシーンには、ネットワークについて何も書かれていません。実行はどこへ進むでしょうか。")
            ]
        case .scenarios:
            [
                Sentence(
                    en: """
                        A run depends only on the answers of its ports: the data store, the backend. So every scenario can be \
                        found by running the use case with every possible answer, one after another. This page does that.
                        """,
                    ja: """
                        実行の行き先を決めるのは、データストアやバックエンドといったポートの返す結果だけです。\
                        ですから、ありうる結果をひとつずつ試して実行すれば、シナリオはすべて見つかります。このページでは、それを行います。
                        """)
            ]
        case .backends:
            [
                Sentence(
                    en: """
                        Everything outside the application is a port, and what stands behind a port can be swapped. Here is \
                        Boot with three backends. Not a line of the use case changes.
                        """,
                    ja: """
                        アプリの外にあるものはすべてポートで、その向こう側は差し替えられます。\
                        三つのバックエンドでBootを実行します。ユースケースのコードは一行も変わりません。
                        """)
            ]
        case .recording:
            [
                Sentence(
                    en: """
                        A recording keeps everything that came through the ports during a run. With it, the run can be \
                        repeated anywhere, immediately and offline, and you can try what would have happened if one \
                        answer had been different.
                        """,
                    ja: """
                        記録には、実行中にポートを通ったものがすべて残ります。それがあれば、ネットワークのないところでも実行をすぐに再現でき、\
                        結果をひとつだけ変えて「もしそうだったら」を試すこともできます。
                        """)
            ]
        case .onward:
            [
                Sentence(
                    en: """
                        The use case CompleteTutorial completes the tutorial. Here it runs in the sandbox of this page, \
                        and after it Boot reaches its other goal.
                        """,
                    ja: "チュートリアルの完了も、CompleteTutorialというユースケースです。このページのサンドボックスで実行してみます。そのあと、Bootはもうひとつのゴールに達します。")
            ]
        }
    }
}
