import Foundation
import Testing
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@Suite struct 暗号のライブラリ {
    struct Vector: Sendable, CustomTestStringConvertible {
        let password: String
        let salt: String
        let parameters: (roundsExponent: Int, blockSize: Int, parallelism: Int)
        /// The first 32 bytes of the output.
        let output: String

        var testDescription: String { "\(password), \(salt), \(parameters)" }
    }

    /// The vectors of RFC 7914, section 12. Its last vector takes 1 GiB. The next one has the largest block that both
    /// libraries compute with a p of 1. It was computed with Python's hashlib.
    private static let vectors = [
        Vector(
            password: "", salt: "", parameters: (4, 1, 1),
            output: "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"),
        Vector(
            password: "password", salt: "NaCl", parameters: (10, 8, 16),
            output: "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"),
        Vector(
            password: "pleaseletmein", salt: "SodiumChloride", parameters: (14, 8, 1),
            output: "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"),
        Vector(
            password: "a", salt: "NaCl", parameters: (1, 16, 1),
            output: "cd6a80f40bfbf8ff90ebb68818ed567086d4c49c822db7cbe69ff7cc75c122de"),
    ]

    @Test(arguments: vectors) func scryptはRFC7914の例のとおり(vector: Vector) throws {
        let (roundsExponent, blockSize, parallelism) = vector.parameters
        let parameters = try #require(
            ScryptParameters(roundsExponent: roundsExponent, blockSize: blockSize, parallelism: parallelism))

        let output = try OpenSSLLibrary().scrypt(
            Array(vector.password.utf8), salt: Array(vector.salt.utf8), parameters)

        #expect(output.hex == vector.output)
    }

    /// Only NULs at the very end are ignored, because scrypt's HMAC pads short keys with them.
    @Test func パスワードはNULの後も数えられる() throws {
        let outputs = try ["a", "a\0b", "a\0c"].map {
            try OpenSSLLibrary().scrypt(Array($0.utf8), salt: [], .fixture())
        }

        #expect(Set(outputs).count == 3)
    }

    /// A password with more bytes than libraries for terminal passphrases accept.
    @Test func 二百五十六文字の四バイト文字は最後まで数えられる() throws {
        let start = String(repeating: "😀", count: 255)
        let outputs = try ["😀", "😁"].map {
            try OpenSSLLibrary().scrypt(Array((start + $0).utf8), salt: [], .fixture())
        }

        #expect(outputs[0] != outputs[1])
    }

    /// The examples that NIST publishes for SHA-256 (FIPS 180-4).
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func SHA256は公表された例のとおり(message: String, digest: String) throws {
        let library: any CryptographicLibrary = OpenSSLLibrary()

        try expect(library.sha256(Array(message.utf8)).hex, equals: digest)
    }
}

@Suite struct HMACとSHA1 {
    struct Vector: Sendable, CustomTestStringConvertible {
        let key: [UInt8]
        let message: [UInt8]
        let code: String

        var testDescription: String { code }
    }

    /// The examples of RFC 2202, section 3.
    private static let vectors = [
        Vector(
            key: bytes(0x0B, 20), message: Array("Hi There".utf8), code: "b617318655057264e28bc0b6fb378c8ef146be00"),
        Vector(
            key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
            code: "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        Vector(key: bytes(0xAA, 20), message: bytes(0xDD, 50), code: "125d7342b9ac11cd91a39af48aa17b4f63f175d3"),
        Vector(key: Array(1...25), message: bytes(0xCD, 50), code: "4c9007f4026250c6bc8414f9bf50c86c2d7235da"),
        Vector(
            key: bytes(0x0C, 20), message: Array("Test With Truncation".utf8),
            code: "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04"),
        Vector(
            key: bytes(0xAA, 80), message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            code: "aa4ae5e15272d00e95705637ce8a3b55ed402112"),
        Vector(
            key: bytes(0xAA, 80),
            message: Array("Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data".utf8),
            code: "e8e99d0f45237d786d6bbaa7965c7808bbff1a91"),
    ]

    private static func bytes(_ byte: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }

    @Test(arguments: vectors) func RFC2202の例のとおり(vector: Vector) throws {
        let library: any CryptographicLibrary = OpenSSLLibrary()

        try expect(library.hmacSHA1(vector.message, key: vector.key).hex, equals: vector.code)
    }

    /// Computed with Python's hmac.
    @Test func 空のメッセージと空の鍵も受け取る() throws {
        try expect(OpenSSLLibrary().hmacSHA1([], key: []).hex, equals: "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d")
    }
}

@Suite struct 封をしたメッセージ {
    private let library: any CryptographicLibrary = OpenSSLLibrary()
    private let random = SeededRandomSource.unpredictable()

    /// Test case 16 of “The Galois/Counter Mode of Operation” (McGrew and Viega), which NIST publishes.
    @Test func 公表された例を開ける() throws {
        let key = try bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")
        let data = try bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2")
        let sealed = try bytes(
            "cafebabefacedbaddecaf888"
                + "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
                + "76fc6ece0f4e1768cddf8853bb2d551b")

        let message = try library.open(sealed, key: key, authenticating: data)

        #expect(
            message?.hex == "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39")
    }

    @Test func 封をしたものは_同じ鍵と同じデータでだけ開ける() throws {
        var generator = random
        for _ in 0..<200 {
            let (key, otherKey) = (random.bytes(32), random.bytes(32))
            let message = random.bytes(.random(in: 0...100, using: &generator))
            let data = random.bytes(.random(in: 0...40, using: &generator))
            let otherData = data.isEmpty ? [1] : Array(data.dropLast())
            let sealed = try library.seal(message, key: key, authenticating: data)

            #expect(sealed.count == 12 + message.count + 16, random.comment)
            try expect(library.open(sealed, key: key, authenticating: data), equals: message, random.comment)
            try expect(library.open(sealed, key: otherKey, authenticating: data), equals: nil, random.comment)
            try expect(library.open(sealed, key: key, authenticating: data + [0]), equals: nil, random.comment)
            try expect(library.open(sealed, key: key, authenticating: otherData), equals: nil, random.comment)
        }
    }

    @Test func どのバイトを変えても_どこで切っても開けない() throws {
        var generator = random
        let (key, message, data) = (random.bytes(32), random.bytes(40), random.bytes(20))
        let sealed = try library.seal(message, key: key, authenticating: data)
        func changing(_ bytes: [UInt8], at position: Int) -> [UInt8] {
            var changed = bytes
            changed[position] ^= .random(in: 1...255, using: &generator)
            return changed
        }
        func opened(_ sealed: [UInt8], _ data: [UInt8]) throws -> [UInt8]? {
            try library.open(sealed, key: key, authenticating: data)
        }

        for position in sealed.indices {
            try expect(opened(changing(sealed, at: position), data), equals: nil, random.comment)
            try expect(opened(Array(sealed.prefix(position)), data), equals: nil, random.comment)
        }
        for position in data.indices {
            try expect(opened(sealed, changing(data, at: position)), equals: nil, random.comment)
        }
        try expect(opened(sealed + [0], data), equals: nil, random.comment)
        try expect(opened(sealed, data), equals: message, random.comment)
    }

    @Test func 同じメッセージの封は毎回違う() throws {
        let key = random.bytes(32)
        let sealed = try (0..<100).map { _ in try library.seal([1, 2, 3], key: key, authenticating: []) }

        #expect(Set(sealed).count == 100, random.comment)
        #expect(Set(sealed.map { $0.prefix(12) }).count == 100, random.comment)
    }

    @Test(arguments: [0, 16, 24, 31, 33, 64]) func 鍵の長さが違えばエラーになる(length: Int) throws {
        let (key, sealed) = (random.bytes(length), random.bytes(60))

        #expect(throws: LibraryUnavailable.self) { try library.seal([], key: key, authenticating: []) }
        #expect(throws: LibraryUnavailable.self) { try library.open(sealed, key: key, authenticating: []) }
    }

    private func bytes(_ hex: String) throws -> [UInt8] {
        let digits = Array(hex)
        return try stride(from: 0, to: digits.count, by: 2).map {
            try #require(UInt8(String(digits[$0...$0 + 1]), radix: 16))
        }
    }
}

/// Compares `areEqual` with `==` of arrays, whose time depends on the bytes.
@Suite struct 秘密の比較 {
    private let library: any CryptographicLibrary = OpenSSLLibrary()
    private let random = SeededRandomSource.unpredictable()

    @Test func どの位置のどのビットが違っても等しくない() throws {
        for _ in 0..<40 {
            let bytes = random.bytes(32)

            #expect(try library.areEqual(bytes, Array(bytes)), random.comment)
            for bit in 0..<256 {
                var other = bytes
                other[bit / 8] ^= 1 << (bit % 8)
                #expect(try !library.areEqual(bytes, other), "\(random.comment), bit \(bit)")
            }
        }
    }

    @Test func 何バイトが違っても配列の比較と同じ() throws {
        var generator = random
        for _ in 0..<10_000 {
            let bytes = random.bytes(Int.random(in: 0...64, using: &generator))
            var other = bytes
            let changes = [0, 1, 2, 3, 200].randomElement(using: &generator) ?? 0
            for _ in 0..<changes where !other.isEmpty {
                other[Int.random(in: other.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }

            try expect(library.areEqual(bytes, other), equals: (bytes == other), random.comment)
        }
    }

    @Test func 片方がもう片方の始まりでも等しくない() throws {
        for count in 1...64 {
            let bytes = random.bytes(count)

            #expect(try !library.areEqual(bytes, Array(bytes.dropLast())), random.comment)
            #expect(try !library.areEqual(Array(bytes.dropLast()), bytes), random.comment)
            #expect(try !library.areEqual(bytes, []), random.comment)
        }
        #expect(try library.areEqual([], []))
    }
}

@Suite struct OpenSSLを読み込めない場合 {
    private let library = OpenSSLLibrary(names: ["libnothing.so.3", "libnothing.so.1.1"])

    @Test func 探した名をすべて挙げて失敗する() throws {
        let error = #expect(throws: LibraryUnavailable.self) { try library.sha256([]) }

        #expect(error?.description.contains("libnothing.so.3") == true)
        #expect(error?.description.contains("libnothing.so.1.1") == true)
    }

    @Test func 別のライブラリは使わない() throws {
        let error = #expect(throws: LibraryUnavailable.self) { try OpenSSLLibrary(names: ["libc.so.6"]).sha256([]) }

        #expect(error?.description == "libcrypto lacks scrypt")
    }
}

extension [UInt8] {
    fileprivate var hex: String { map { String(format: "%02x", $0) }.joined() }
}
