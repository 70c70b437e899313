/// An input in the form of an HTTP message: a first line, lines with fields, an empty line, and a body of any bytes.
struct FuzzMessage {
    let first: String
    let fields: [(name: String, value: String)]
    let body: [UInt8]

    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        var lines: [String] = []
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest.dropFirst(line.count + 1)
            if line.isEmpty { break }
            lines.append(String(decoding: line, as: UTF8.self))
        }
        first = lines.first ?? ""
        fields = lines.dropFirst().map { line in
            let name = line.prefix { $0 != ":" }
            return (String(name), String(line.dropFirst(name.count + 1).drop { $0 == " " }))
        }
        body = Array(rest)
    }
}
