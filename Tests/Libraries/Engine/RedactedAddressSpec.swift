import Testing
import UsecasesEngine
import UsecasesTesting

@Suite struct 人に見せるアドレス {
    @Test(arguments: [
        ("http://me:pass@host", "http://[redacted]@host"), ("http://host?token=t#f", "http://host?[redacted]"),
        ("me:pass@host", "[redacted]@host"), ("http://host/path", "http://host/path"), ("", ""),
        ("http://a:b@c@host/x", "http://[redacted]@host/x"),
        ("https://host:8443/a/b?c=d", "https://host:8443/a/b?[redacted]"),
        ("/x?token=t", "/x?[redacted]"), ("?token=t", "?[redacted]"), ("#t", "#[redacted]"), ("a/b", "a/b"),
        ("//me:p@host/x", "//[redacted]@host/x"), (#"http:\\me:p@host\x"#, #"http:\\[redacted]@host\x"#),
        ("https:me:p@host/x", "[redacted]@host/x"), ("http:/me:p@host/x", "[redacted]@host/x"),
        ("http://me:a/b@host/x", "http://[redacted]@host/x"), ("http://me:a?b@host/x", "http://[redacted]@host/x"),
        ("http://me:a#b@host", "http://[redacted]@host"), ("http://me:sec ret@@host", "http://[redacted]@host"),
        ("http://host/a?mail=me@there", "http://host/a?[redacted]"),
        ("http://[::1]:80/a?b", "http://[::1]:80/a?[redacted]"),
        ("http://me@[::1]:80/a", "http://[redacted]@[::1]:80/a"),
        ("postgres://me:p@a,b:1/db?x=y", "postgres://[redacted]@a,b:1/db?[redacted]"),
        ("http://host/https://me:p@inner/x", "http://[redacted]@inner/x"),
    ])
    func 利用者と問い合わせと断片は伏せる(text: String, expected: String) {
        #expect(text.redactedAddress == expected)
    }

    /// The secrets use letters that no other part contains.
    @Test func どの部分に置かれた秘密も現れず_ほかの部分は残る() async {
        await forAll(2000) { choices in
            (
                choices.one(of: ["http://", "HTTPS://", "//", "ftp://"]),
                choices.one(of: [
                    "", choices.text(1...4, of: "KLM%/@;&= é") + "@",
                    choices.text(1...4, of: "KLM%@;&= é") + ":" + choices.text(0...6, of: "KLM%/?#@:;&=\\ é") + "@",
                ]),
                choices.one(of: ["host", "host.example", "[::1]", "127.0.0.1"]), choices.one(of: ["", ":8", ":65535"]),
                choices.one(of: ["", "/", "/a/b.c"]), choices.text(0...6, of: "KLM&=@/?:# é")
            )
        } holds: { scheme, user, host, port, path, secret in
            let text = scheme + user + host + port + path + (secret.isEmpty ? "" : "?" + secret)

            let shown = text.redactedAddress

            // The text after an `@` in the query of a URL with a user looks like its host.
            guard user.isEmpty || !secret.contains("@") else { return }
            try promise(!shown.contains { "KLM".contains($0) }, "\(shown) has no secret")
            try promise(shown.hasPrefix(scheme), "\(shown) begins with the scheme")
            try promise(shown.contains(host + port + path), "\(shown) has the host and the path")
        }
    }

    @Test func 文の中のアドレスだけが伏せられる() {
        let text = #"<a href="https://me:p@host/x?token=t">here</a>, or see http://other/y#z and mail me@there"#

        let shown = text.redactingAddresses

        #expect(
            shown
                == #"<a href="https://[redacted]@host/x?[redacted]">here</a>, or see http://other/y#[redacted] and mail me@there"#
        )
    }

    /// Schemes of all lengths, also beyond the bound of the search. Only addresses have slashes, and only secrets have
    /// the letters K, L and M.
    @Test func 文の中のどのアドレスも_前の語の長さによらず伏せられる() async {
        await forAll(500) { choices in
            choices.list(0...5) { choices in
                let word = choices.text(0...70, of: "abXY09+-.:")
                return choices.one(of: [
                    (word, word),
                    (word + "://KL:M@host/x?KLM#K y", word + "://[redacted]@host/x?[redacted] y"),
                    (word + "//host/x", word + "//host/x"),
                ])
            }
        } holds: { words in
            let text = words.map(\.0).joined(separator: " ")

            try promise(text.redactingAddresses, is: words.map(\.1).joined(separator: " "))
        }
    }

    /// The header of a hostile answer. A search in the square of its length takes half an hour.
    @Test(.timeLimit(.minutes(5))) func 長い語も短い時間で調べられる() {
        let word = String(repeating: "a", count: 200_000)

        #expect(word.redactingAddresses == word)
        #expect((word + "://me:p@host").redactingAddresses == word + "://[redacted]@host")
    }
}
