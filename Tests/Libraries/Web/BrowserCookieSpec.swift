import Testing
import UsecasesEngine
import UsecasesTesting

@testable import UsecasesWeb

@Suite struct ブラウザのクッキー {
    private static let digits = Set("0123456789abcdef".unicodeScalars)

    @Test func どれも違い_識別子からもフォームの秘密からも分からない() throws {
        let source = SeededRandomSource.unpredictable()
        var values: Set<String> = []

        for _ in 0..<200 {
            let cookie = try BrowserCookie.random(source)
            let parts = [cookie.secret.reveal(), cookie.digest.hexadecimal, cookie.formToken.reveal()]
            for part in parts {
                #expect(part.unicodeScalars.count == 64, source.comment)
                #expect(part.unicodeScalars.allSatisfy { Self.digits.contains($0) }, source.comment)
            }
            values.formUnion(parts)
        }

        #expect(values.count == 600, source.comment)
    }

    @Test func 同じ文字からは同じものができる() throws {
        let cookie = try BrowserCookie.random(SeededRandomSource.unpredictable())

        let read = try #require(try BrowserCookie(cookie.secret.reveal().utf8))

        #expect(read == cookie)
        #expect(!"\(cookie)".contains(cookie.secret.reveal()))
        #expect(!"\(cookie)".contains(cookie.formToken.reveal()))
    }

    @Test func 六十四の小文字の十六進の数字だけがクッキー() async throws {
        let cookie = try BrowserCookie.random(SeededRandomSource.unpredictable()).secret.reveal()
        let others = Array("gGAFz-_ ;=\"\u{0}\n\r\t０あ\u{301}".unicodeScalars)
        await forAll(500) { choices in
            var text = Array(cookie.unicodeScalars)
            for _ in 0..<choices.number(in: 0...2) {
                let place = choices.number(in: 0...(text.count - 1))
                switch choices.number(in: 0...3) {
                case 0: text[place] = choices.one(of: others)
                case 1: text.remove(at: place)
                case 2: text.insert(choices.one(of: others + ["0", "f"]), at: place)
                default: text[place] = choices.one(of: Array("0123456789abcdef".unicodeScalars))
                }
            }
            return String(String.UnicodeScalarView(text))
        } holds: { text in
            let scalars = text.unicodeScalars
            let isCookie = scalars.count == 64 && scalars.allSatisfy { Self.digits.contains($0) }
            try promise(try BrowserCookie(text.utf8) != nil, is: isCookie)
        }
    }

    @Test func 同じクッキーの同じ本文だけが同じ識別子になる() throws {
        let source = SeededRandomSource.unpredictable()
        let (cookie, other) = (try BrowserCookie.random(source), try BrowserCookie.random(source))
        let body = Array("token=1&form=2&password=a sentence".utf8)
        var ids: Set<String> = [try cookie.formID(ofBody: body)]

        for place in body.indices {
            var changed = body
            changed[place] ^= 1
            ids.insert(try cookie.formID(ofBody: changed))
        }
        ids.insert(try other.formID(ofBody: body))

        #expect(ids.count == body.count + 2, source.comment)
        #expect(ids.allSatisfy { $0.utf8.count == 32 })
        try expect(cookie.formID(ofBody: body), equals: cookie.formID(ofBody: body))
    }

    @Test func 自分の秘密だけを認める() throws {
        let source = SeededRandomSource.unpredictable()
        let cookie = try BrowserCookie.random(source)
        let token = cookie.formToken.reveal()

        #expect(cookie.admits(token), source.comment)
        for place in 0..<64 {
            var flipped = Array(token)
            flipped[place] = flipped[place] == "0" ? "1" : "0"
            #expect(!cookie.admits(String(flipped)), "\(place), \(source.comment)")
        }
        let wrong: [String?] = [
            nil, "", "0", token + "0", String(token.dropLast()), token + "\n", cookie.secret.reveal(),
            cookie.digest.hexadecimal, try BrowserCookie.random(source).formToken.reveal(),
        ]
        for token in wrong { #expect(!cookie.admits(token), source.comment) }
    }
}
