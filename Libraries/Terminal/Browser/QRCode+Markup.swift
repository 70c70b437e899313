extension QRCode {
    /// Returns the code as an SVG element for a page, black on white, with its light border. `label` describes it to readers
    /// who do not see it.
    package func markup(label: String) -> Markup {
        let width = size + 2 * Self.quietZone
        return """
            <svg class="picture" role="img" aria-label="\(label)" viewBox="0 0 \(width) \(width)" shape-rendering="crispEdges">\
            <rect width="\(width)" height="\(width)" fill="#fff"></rect><path d="\(path)"></path></svg>
            """
    }

    /// The dark modules as a path, a rectangle for each run of them in a row.
    private var path: String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                let length = (column..<size).prefix { self[row, $0] }.count
                if length > 0 {
                    path += "M\(column + Self.quietZone) \(row + Self.quietZone)h\(length)v1h-\(length)z"
                }
                column += length + 1
            }
        }
        return path
    }
}
