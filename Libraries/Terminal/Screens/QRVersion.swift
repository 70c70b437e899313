/// A version of QR codes, with error correction level M. The version determines the size and the capacity.
struct QRVersion: Sendable, Hashable {
    /// Versions 1 to 13 (ISO/IEC 18004, table 9). From version 14 on, alignment patterns have other places.
    static let all = [
        QRVersion(number: 1, codewords: 26, corrections: 10, blocks: 1),
        QRVersion(number: 2, codewords: 44, corrections: 16, blocks: 1),
        QRVersion(number: 3, codewords: 70, corrections: 26, blocks: 1),
        QRVersion(number: 4, codewords: 100, corrections: 18, blocks: 2),
        QRVersion(number: 5, codewords: 134, corrections: 24, blocks: 2),
        QRVersion(number: 6, codewords: 172, corrections: 16, blocks: 4),
        QRVersion(number: 7, codewords: 196, corrections: 18, blocks: 4),
        QRVersion(number: 8, codewords: 242, corrections: 22, blocks: 4),
        QRVersion(number: 9, codewords: 292, corrections: 22, blocks: 5),
        QRVersion(number: 10, codewords: 346, corrections: 26, blocks: 5),
        QRVersion(number: 11, codewords: 404, corrections: 30, blocks: 5),
        QRVersion(number: 12, codewords: 466, corrections: 22, blocks: 8),
        QRVersion(number: 13, codewords: 532, corrections: 22, blocks: 9),
    ]

    let number: Int
    /// The number of codewords, 8 bits each, including those for error correction.
    let codewords: Int
    /// The number of codewords for error correction in each block.
    let corrections: Int
    let blocks: Int

    /// The number of modules on each side.
    var size: Int { 17 + 4 * number }

    private var dataCodewords: Int { codewords - blocks * corrections }
    private var lengthBits: Int { number < 10 ? 8 : 16 }

    /// The maximum number of bytes. The mode takes 4 bits.
    var capacity: Int { (8 * dataCodewords - 4 - lengthBits) / 8 }

    /// The rows, and the columns, of the centres of alignment patterns.
    var alignments: [Int] {
        switch number {
        case 1: []
        case 2...6: [6, size - 7]
        default: [6, size / 2, size - 7]
        }
    }

    /// Returns the codewords of a text that fits, in the order of the symbol: one of each block in turn.
    func codewords(of text: [UInt8]) -> [UInt8] {
        var rest = data(of: text)[...]
        let parts = (0..<blocks).map { block in
            // The last blocks have one codeword more if the data cannot be divided equally.
            let part = Array(rest.prefix(rest.count / (blocks - block)))
            rest = rest.dropFirst(part.count)
            return part
        }
        let corrections = parts.map { ReedSolomon.remainder(of: $0, count: self.corrections) }
        return Self.interleaved(parts) + Self.interleaved(corrections)
    }

    /// Returns the codewords of the text in byte mode, filled up with the two pad codewords.
    private func data(of text: [UInt8]) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, count: Int) {
            bits += (0..<count).reversed().map { value >> $0 & 1 == 1 }
        }
        append(0b0100, count: 4)
        append(text.count, count: lengthBits)
        for byte in text { append(Int(byte), count: 8) }
        // The terminator. In byte mode, it always completes the last codeword.
        append(0, count: 4)
        for number in 0..<dataCodewords - bits.count / 8 { append(number.isMultiple(of: 2) ? 0xEC : 0x11, count: 8) }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }

    private static func interleaved(_ blocks: [[UInt8]]) -> [UInt8] {
        let longest = blocks.map(\.count).max() ?? 0
        return (0..<longest).flatMap { index in blocks.filter { index < $0.count }.map { $0[index] } }
    }
}

/// Error correction over GF(256), with the polynomial x⁸ + x⁴ + x³ + x² + 1.
enum ReedSolomon {
    /// Returns the codewords for error correction: the remainder of the data, divided by the generator.
    static func remainder(of data: [UInt8], count: Int) -> [UInt8] {
        let generator = generator(degree: count)
        return data.reduce([UInt8](repeating: 0, count: count)) { remainder, codeword in
            let factor = codeword ^ remainder[0]
            return zip(remainder.dropFirst() + [0], generator).map { $0 ^ product($1, factor) }
        }
    }

    /// Returns the coefficients of (x − 2⁰)(x − 2¹)…, without the first one, which is 1.
    private static func generator(degree: Int) -> [UInt8] {
        var (polynomial, root): ([UInt8], UInt8) = ([1], 1)
        for _ in 0..<degree {
            polynomial = zip(polynomial + [0], [0] + polynomial.map { product($0, root) }).map { $0 ^ $1 }
            root = product(root, 2)
        }
        return Array(polynomial.dropFirst())
    }

    private static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
        (0..<8).reversed().reduce(0) { product, bit in
            let doubled = (product << 1) ^ (product >> 7) * 0x1D
            return doubled ^ (second >> bit & 1) * first
        }
    }
}
