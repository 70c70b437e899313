import Testing
import UsecasesEngine
import UsecasesTesting

@testable import UsecasesSystem

@Suite struct 保存されるscryptのハッシュの形 {
    private static let salt = "AAECAwQFBgcICQoLDA0ODw"
    private static let hash = "9xArqBoEB1uArkOICv5BgD/mVl3me9tx79CTvccH6dE"

    @Test func パラメータとソルトを名に持つ() throws {
        let hash = ScryptHash(
            parameters: .recommended, salt: Array(0..<16), hash: [UInt8](repeating: 255, count: 32))

        #expect(hash.text == "$scrypt$ln=15,r=8,p=3$\(Self.salt)$//////////////////////////////////////////8")
        #expect(ScryptHash(hash.text) == hash)
    }

    @Test(arguments: [
        // Parameters above 256 MiB, parameters above each bound, and parameters that scrypt does not have.
        "ln=19,r=8,p=1", "ln=20,r=3,p=1", "ln=21,r=1,p=1", "ln=10,r=17,p=1", "ln=10,r=8,p=17", "ln=0,r=8,p=1",
        "ln=16,r=1,p=1", "ln=10,r=0,p=1", "ln=10,r=8,p=0", "ln=-1,r=8,p=1", "ln=63,r=8,p=1", "ln=64,r=8,p=1",
        "ln=99999999999999999999,r=8,p=1", "ln=10,r=9223372036854775807,p=1",
        // Other formats.
        "", "ln=10", "ln=10,r=8", "ln=10,r=8,p=1,p=1", "ln=10,r=8,p=1,", "r=8,ln=10,p=1", "ln=10,r=8,p=",
        "LN=10,r=8,p=1",
        "ln=+10,r=8,p=1", "ln=010,r=8,p=1", " ln=10,r=8,p=1", "ln=10;r=8;p=1", "ln=１０,r=8,p=1", "ln=0xA,r=8,p=1",
    ])
    func 上限を超えるパラメータや別の形は読めない(parameters: String) {
        #expect(ScryptHash("$scrypt$\(parameters)$\(Self.salt)$\(Self.hash)") == nil)
    }

    @Test(arguments: [
        "", "$", "$$$$", "scrypt", "password", "\0", "$scrypt$ln=10,r=8,p=1$\(salt)", "$scrypt$ln=10,r=8,p=1$\(salt)$",
        "$scrypt$ln=10,r=8,p=1$$\(hash)", "$scrypt$ln=10,r=8,p=1$\(salt)$\(hash)$",
        "scrypt$ln=10,r=8,p=1$\(salt)$\(hash)",
        " $scrypt$ln=10,r=8,p=1$\(salt)$\(hash)", "$scrypt$ln=10,r=8,p=1$\(salt)$\(hash)\n",
        "$Scrypt$ln=10,r=8,p=1$\(salt)$\(hash)", "$scrypt2$ln=10,r=8,p=1$\(salt)$\(hash)",
        "$argon2id$v=19$m=65536,t=2,p=1$\(salt)$\(hash)", "$y$j9T$abc$def",
        // Padding, one character more or fewer, another alphabet, bits behind the last byte, and a character that
        // decodes like K.
        "$scrypt$ln=10,r=8,p=1$\(salt)==$\(hash)", "$scrypt$ln=10,r=8,p=1$\(salt)$\(hash)=",
        "$scrypt$ln=10,r=8,p=1$\(salt.dropLast())$\(hash)", "$scrypt$ln=10,r=8,p=1$\(salt)$\(hash)A",
        "$scrypt$ln=10,r=8,p=1$\(salt)$\(hash.dropLast())", "$scrypt$ln=10,r=8,p=1$\(salt)$\(hash.dropLast())F",
        "$scrypt$ln=10,r=8,p=1$AAECAwQFBgcICQoLDA0OD_$\(hash)", "$scrypt$ln=10,r=8,p=1$AAECAwQFBgcICQ oLDA0ODw$\(hash)",
        "$scrypt$ln=10,r=8,p=1$\u{212A}AECAwQFBgcICQoLDA0ODw$\(hash)",
        // Salts of 7 and 65 bytes, and a hash of 33 bytes.
        "$scrypt$ln=10,r=8,p=1$AAECAwQFBg$\(hash)",
        "$scrypt$ln=10,r=8,p=1$\(String(repeating: "A", count: 86))A$\(hash)",
        "$scrypt$ln=10,r=8,p=1$\(salt)$AAAA\(hash.dropLast(3))",
        String(repeating: "$", count: 1000),
        "$scrypt$ln=10,r=8,p=1$\(String(repeating: "A", count: 1000))$\(hash)",
    ])
    func 別の形の文字列は読めない(text: String) {
        #expect(ScryptHash(text) == nil)
    }

    /// Returns whether the documented bounds allow the parameters.
    private static func isAllowed(_ exponent: Int, _ block: Int, _ parallelism: Int) -> Bool {
        (1...20).contains(exponent) && (1...16).contains(block) && (1...16).contains(parallelism)
            && exponent < 16 * block && 128 * (1 << exponent) * block <= 256 << 20
    }

    @Test func パラメータは上限のちょうどまで_文字列からも読み戻せる() async {
        await forAll(1000) { choices in
            (
                choices.number(near: 1, 15, 17, 20, within: 5), choices.number(near: 1, 8, 16, within: 4),
                choices.number(near: 1, 16, within: 4)
            )
        } holds: { exponent, block, parallelism in
            let parameters = ScryptParameters(roundsExponent: exponent, blockSize: block, parallelism: parallelism)
            let isAllowed = Self.isAllowed(exponent, block, parallelism)
            try promise((parameters != nil) == isAllowed, "it is allowed: \(isAllowed)")
            let text = "$scrypt$ln=\(exponent),r=\(block),p=\(parallelism)$\(Self.salt)$\(Self.hash)"
            try promise(ScryptHash(text)?.text, is: isAllowed ? text : nil)
            try promise(ScryptHash(text)?.parameters, is: parameters)
            guard let parameters else { return }
            try promise(parameters.memory, is: 128 * (1 << exponent) * block)
            try promise(parameters.memoryLimit > parameters.memory, "there is room for the other blocks")
        }
    }

    @Test func 低いのは記憶か時間が少ないほう() async {
        await forAll(1000) { choices in
            (0..<2).map { _ in
                [choices.number(in: 1...6), choices.one(of: [1, 2, 4]), choices.number(in: 1...4)]
            }
        } holds: { numbers in
            let parameters = try numbers.map {
                try promised(ScryptParameters(roundsExponent: $0[0], blockSize: $0[1], parallelism: $0[2]))
            }
            let costs = numbers.map { (memory: (1 << $0[0]) * $0[1], time: (1 << $0[0]) * $0[1] * $0[2]) }
            try promise(
                parameters[0].areLower(than: parameters[1]),
                is: costs[0].memory < costs[1].memory || costs[0].time < costs[1].time)
            try promise(!parameters[0].areLower(than: parameters[0]), "nothing is lower than itself")
        }
    }

    @Test func 書いたものは読み戻せ_一字変えれば別のものか_何でもない() async {
        await forAll(400) { choices in
            (
                choices.bytes(8...64), choices.list(32...32) { $0.number(in: UInt8(0)...255) },
                choices.number(in: 0...120), choices.one(of: "$=,0A/+lnr- \u{212A}")
            )
        } holds: { salt, hash, place, character in
            let whole = ScryptHash(parameters: .recommended, salt: salt, hash: hash)
            try promise(ScryptHash(whole.text), is: whole)
            var text = whole.text
            let index = text.index(text.startIndex, offsetBy: place, limitedBy: text.endIndex) ?? text.startIndex
            guard index < text.endIndex, text[index] != character else { return }
            text.replaceSubrange(index...index, with: String(character))
            let read = ScryptHash(text)
            try promise(read != whole, "it is another hash, or none")
            try promise(read.map { Array($0.text.utf8) } ?? Array(text.utf8), is: Array(text.utf8))
        }
    }

    @Test func ソルトは八から六十四バイト() async {
        await forAll(200) {
            $0.number(near: 8, 64, within: 8)
        } holds: { count in
            let hash = ScryptHash(
                parameters: .recommended, salt: [UInt8](repeating: 7, count: max(0, count)),
                hash: [UInt8](repeating: 255, count: 32))
            try promise(ScryptHash(hash.text) != nil, is: (8...64).contains(count))
        }
    }
}
