/// The drawing of a QR code: its patterns, its codewords, and a mask.
struct QRDrawing {
    /// The conditions of the masks, by their numbers (ISO/IEC 18004, table 10).
    static let masks: [@Sendable (_ row: Int, _ column: Int) -> Bool] = [
        { ($0 + $1) % 2 == 0 },
        { row, _ in row % 2 == 0 },
        { _, column in column % 3 == 0 },
        { ($0 + $1) % 3 == 0 },
        { ($0 / 2 + $1 / 3) % 2 == 0 },
        { $0 * $1 % 2 + $0 * $1 % 3 == 0 },
        { ($0 * $1 % 2 + $0 * $1 % 3) % 2 == 0 },
        { (($0 + $1) % 2 + $0 * $1 % 3) % 2 == 0 },
    ]

    private let size: Int
    /// Whether a module is dark, by row and column.
    private(set) var isDark: [[Bool]]
    /// Whether a module belongs to a pattern, so it carries no data and no mask changes it.
    private var isFixed: [[Bool]]

    init(_ version: QRVersion, codewords: [UInt8]) {
        size = version.size
        isDark = Array(repeating: Array(repeating: false, count: size), count: size)
        isFixed = isDark
        drawFinders()
        drawAlignments(at: version.alignments)
        drawTiming()
        drawFormat(mask: 0)
        if version.number >= 7 { drawVersion(version.number) }
        place(codewords)
    }

    private mutating func fix(_ row: Int, _ column: Int, isDark: Bool) {
        self.isDark[row][column] = isDark
        isFixed[row][column] = true
    }

    // MARK: Patterns

    /// Draws the squares in three corners, with the light lines around them.
    private mutating func drawFinders() {
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
            for y in max(0, row - 4)...min(size - 1, row + 4) {
                for x in max(0, column - 4)...min(size - 1, column + 4) {
                    let distance = max(abs(y - row), abs(x - column))
                    fix(y, x, isDark: distance != 2 && distance != 4)
                }
            }
        }
    }

    private mutating func drawAlignments(at centres: [Int]) {
        for row in centres {
            for column in centres where !isFixed[row][column] {
                for y in row - 2...row + 2 {
                    for x in column - 2...column + 2 {
                        fix(y, x, isDark: max(abs(y - row), abs(x - column)) != 1)
                    }
                }
            }
        }
    }

    /// Draws the alternating row and column between the finders.
    private mutating func drawTiming() {
        for index in 8..<size - 8 {
            fix(6, index, isDark: index.isMultiple(of: 2))
            fix(index, 6, isDark: index.isMultiple(of: 2))
        }
    }

    /// Draws the level and the mask, twice. Level M has the number 0.
    private mutating func drawFormat(mask: Int) {
        let bits = Self.protected(mask, generator: 0b101_0011_0111, degree: 10) ^ 0b101_0100_0001_0010
        func isDark(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
        let near = [0, 1, 2, 3, 4, 5, 7, 8]
        for bit in 0..<8 {
            fix(near[bit], 8, isDark: isDark(bit))
            fix(8, size - 1 - bit, isDark: isDark(bit))
        }
        for bit in 8..<15 {
            fix(8, near[14 - bit], isDark: isDark(bit))
            fix(size - 15 + bit, 8, isDark: isDark(bit))
        }
        fix(size - 8, 8, isDark: true)
    }

    /// Draws the number of the version, twice.
    private mutating func drawVersion(_ number: Int) {
        let bits = Self.protected(number, generator: 0b1_1111_0010_0101, degree: 12)
        for bit in 0..<18 {
            let (near, far) = (bit / 3, size - 11 + bit % 3)
            fix(near, far, isDark: bits >> bit & 1 == 1)
            fix(far, near, isDark: bits >> bit & 1 == 1)
        }
    }

    /// Returns the value with the remainder of its division by the generator (a BCH code).
    private static func protected(_ value: Int, generator: Int, degree: Int) -> Int {
        var remainder = value
        for _ in 0..<degree { remainder = (remainder << 1) ^ (remainder >> (degree - 1)) * generator }
        return value << degree | remainder
    }

    // MARK: Data

    /// Draws the bits in pairs of columns from the right, upwards and downwards in turn. The rest of the modules is light.
    private mutating func place(_ codewords: [UInt8]) {
        var bits = codewords.flatMap { codeword -> [Bool] in (0..<8).map { codeword << $0 & 0x80 != 0 } }.makeIterator()
        // The column of the timing pattern belongs to no pair.
        let pairs = Array(stride(from: size - 1, to: 6, by: -2)) + [5, 3, 1]
        for (number, right) in pairs.enumerated() {
            let rows = number.isMultiple(of: 2) ? Array((0..<size).reversed()) : Array(0..<size)
            for row in rows {
                for column in [right, right - 1] where !isFixed[row][column] {
                    isDark[row][column] = bits.next() ?? false
                }
            }
        }
    }

    /// Returns the drawing with the mask.
    func masked(by mask: Int) -> QRDrawing {
        var drawing = self
        for row in 0..<size {
            for column in 0..<size where !isFixed[row][column] && Self.masks[mask](row, column) {
                drawing.isDark[row][column].toggle()
            }
        }
        drawing.drawFormat(mask: mask)
        return drawing
    }

    // MARK: Rating

    /// The penalty of the mask: the lower, the easier to read (ISO/IEC 18004, section 7.8.3).
    var penalty: Int {
        let lines = isDark + (0..<size).map { column in isDark.map { $0[column] } }
        let (dark, modules) = (isDark.joined().count { $0 }, size * size)
        return lines.reduce(0) { $0 + Self.runPenalty($1) + Self.finderPenalty($1) } + squarePenalty
            + 10 * (abs(20 * dark - 10 * modules) / modules)
    }

    /// 3 for five modules of one colour in a row, and 1 for each one more.
    private static func runPenalty(_ line: [Bool]) -> Int {
        var (penalty, length) = (0, 0)
        for index in line.indices {
            length = index > 0 && line[index] == line[index - 1] ? length + 1 : 1
            penalty += length == 5 ? 3 : length > 5 ? 1 : 0
        }
        return penalty
    }

    /// 40 for each part that looks like a finder, with four light modules before or after it.
    private static func finderPenalty(_ line: [Bool]) -> Int {
        let finder = [true, false, true, true, true, false, true]
        let light = [Bool](repeating: false, count: 4)
        let patterns = [(finder + light)[...], (light + finder)[...]]
        return 40 * (0...line.count - 11).count { patterns.contains(line[$0..<$0 + 11]) }
    }

    /// 3 for each square of four modules of one colour.
    private var squarePenalty: Int {
        var penalty = 0
        for row in 1..<size {
            for column in 1..<size {
                let colour = isDark[row][column]
                let others = [isDark[row - 1][column - 1], isDark[row - 1][column], isDark[row][column - 1]]
                if others.allSatisfy({ $0 == colour }) { penalty += 3 }
            }
        }
        return penalty
    }
}
