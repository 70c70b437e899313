extension Page {
    /// What is told after a reset; on a terminal the next thing to see is the splash.
    static let reset = Page(
        heading: Sentence(en: "Reset", ja: "初期化"),
        paragraphs: [
            Sentence(
                en: "The UDID and the tutorial record are forgotten. The next boot is like the first one.",
                ja: "UDIDとチュートリアル完了の記録を消しました。次の起動は初めての起動と同じになります。")
        ],
        keys: [])
}
