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
