import Infrastructure
import Testing

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
        "ln=20,r=2,p=16", "ln=17,r=16,p=16", "ln=18,r=8,p=1", "ln=1,r=1,p=1", "ln=15,r=1,p=1",
    ])
    func 上限までのパラメータは読める(parameters: String) {
        let text = "$scrypt$\(parameters)$\(Self.salt)$\(Self.hash)"

        #expect(ScryptHash(text)?.text == text)
        #expect((ScryptHash(text)?.parameters.memory ?? .max) <= 256 << 20)
    }

    @Test(arguments: [
        // More than 256 MiB, more than each bound, and what scrypt does not have.
        "ln=19,r=8,p=1", "ln=20,r=3,p=1", "ln=21,r=1,p=1", "ln=10,r=17,p=1", "ln=10,r=8,p=17", "ln=0,r=8,p=1",
        "ln=16,r=1,p=1", "ln=10,r=0,p=1", "ln=10,r=8,p=0", "ln=-1,r=8,p=1", "ln=63,r=8,p=1", "ln=64,r=8,p=1",
        "ln=99999999999999999999,r=8,p=1", "ln=10,r=9223372036854775807,p=1",
        // Other forms.
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
        // With padding, one character more or fewer, another alphabet, bits behind the last byte, a sign that is equal
        // to K.
        "$scrypt$ln=10,r=8,p=1$\(salt)==$\(hash)", "$scrypt$ln=10,r=8,p=1$\(salt)$\(hash)=",
        "$scrypt$ln=10,r=8,p=1$\(salt.dropLast())$\(hash)", "$scrypt$ln=10,r=8,p=1$\(salt)$\(hash)A",
        "$scrypt$ln=10,r=8,p=1$\(salt)$\(hash.dropLast())", "$scrypt$ln=10,r=8,p=1$\(salt)$\(hash.dropLast())F",
        "$scrypt$ln=10,r=8,p=1$AAECAwQFBgcICQoLDA0OD_$\(hash)", "$scrypt$ln=10,r=8,p=1$AAECAwQFBgcICQ oLDA0ODw$\(hash)",
        "$scrypt$ln=10,r=8,p=1$\u{212A}AECAwQFBgcICQoLDA0ODw$\(hash)",
        // Salts of 7 and of 65 bytes; a hash of 33.
        "$scrypt$ln=10,r=8,p=1$AAECAwQFBg$\(hash)",
        "$scrypt$ln=10,r=8,p=1$\(String(repeating: "A", count: 86))A$\(hash)",
        "$scrypt$ln=10,r=8,p=1$\(salt)$AAAA\(hash.dropLast(3))",
        String(repeating: "$", count: 1000),
        "$scrypt$ln=10,r=8,p=1$\(String(repeating: "A", count: 1000))$\(hash)",
    ])
    func 別の形の文字列は読めない(text: String) {
        #expect(ScryptHash(text) == nil)
    }
}
