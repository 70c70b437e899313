/// What a view is drawn into.
package struct Frame: Sendable, Hashable {
    /// Columns of the terminal; a Japanese character takes two.
    package var columns: Int
    package var rows: Int
    package var language: Language
    /// Whether escape sequences for colour may be used.
    package var isColoured: Bool

    package init(columns: Int, rows: Int, language: Language = .en, isColoured: Bool = false) {
        self.columns = columns
        self.rows = rows
        self.language = language
        self.isColoured = isColoured
    }
}
