import TestSupport
import Testing
import URLs

@Suite struct ShownAddressTests {
    @Test(arguments: [
        ("https://user:secret@example.org/feed", "https://example.org/feed"),
        ("https://www.bank.example@evil.example/", "https://evil.example/"),
        ("filter:fix -x:https://user:secret@example.org/feed", "filter:fix -x:https://example.org/feed"),
        (
            "exec:curl 'https://user:secret@example.org/a' http://a:secret@b/",
            "exec:curl 'https://example.org/a' http://b/"
        ),
        ("https://user:se@cret@example.org/@feed", "https://example.org/@feed"),
        ("https://user:se/cr#et@example.org/feed", "https://…@example.org/feed"),
        ("https://user:se\\cret@example.org/feed", "https://…@example.org/feed"),
        ("https://evil.example\\@bank.example/", "https://evil.example\\…@bank.example/"),
        ("https://user\\:secret@example.org/", "https://user\\…@example.org/"),
        ("https://user:secret@", "https://")
    ])
    func `an address is shown without its user name and password`(address: String, shown: String) {
        #expect(address.shownAddress == shown)
        #expect(address.holdsCredentials)
    }

    @Test(arguments: [
        "https://example.org/@user/feed", "https://example.org/?mail=a@b", "http://[::1]:8080/a@b",
        "mailto:a@example.org",
        "file:///home/a@b/feed", "exec:echo a@b", "a@b", "", "https://example.org:8080/@a"
    ])
    func `an address without a password is shown unchanged`(address: String) {
        #expect(address.shownAddress == address)
        #expect(!address.holdsCredentials)
    }

    @Test func `only the passwords are removed from a sentence`() {
        let said = "“https://a:secret@b.example/x” and “http://c:secret@d” are no feeds".withoutCredentials
        #expect(said == "“https://b.example/x” and “http://d” are no feeds")
    }

    @Test(arguments: [
        ("https://пример.example/", "https://пример.example/"), ("https://bücher.example/", "https://bücher.example/"),
        ("https://日本語とカナabc.example/", "https://日本語とカナabc.example/"),
        ("https://한국abc.example/", "https://한국abc.example/"),
        ("https://EXAMPLE.org/Path", "https://example.org/Path"), ("https://ไทย.example/", "https://ไทย.example/"),
        ("https://हिन्दी.example/", "https://हिन्दी.example/"),
        // A Cyrillic “а” among Latin letters, and a label of only such letters.
        ("https://pаypal.example/", "https://xn--pypal-4ve.example/"),
        ("https://сосо.example/", "https://xn--n1aahb.example/"),
        // Lookalikes of a slash and a letter.
        ("https://bank.exampleノx.evil.example/", "https://bank.xn--examplex-b44g.evil.example/"),
        ("https://bank.example⁄x.evil.example/", "https://bank.xn--examplex-k03d.evil.example/"),
        ("https://wikipedıa.example/", "https://xn--wikipeda-zkb.example/")
    ])
    func `a host is shown in its own letters unless it could pass for another`(address: String, shown: String) {
        #expect(address.shownAddress == shown)
    }

    @Test(arguments: [
        ("https://ｅｘａｍｐｌｅ。org/", "https://example.org/"), ("https://cafe\u{301}.example/", "https://café.example/"),
        ("https://é.xn--bcher-kva.example/", "https://é.bücher.example/"), ("https://①.example/", "https://1.example/")
    ])
    func `a host is shown with the letters that are used for its lookup`(address: String, shown: String) {
        #expect(address.shownAddress == shown)
    }

    @Test func `the time for a long or foreign host grows in proportion to its length`() {
        let isProportional = growsSteadily(from: 25_000) { count in
            let letters = (0..<count).compactMap { Unicode.Scalar(0x4E00 + $0 % 20_000) }
            let label = String(String.UnicodeScalarView(letters))
            #expect("https://\(label)é.example/".shownAddress.hasSuffix(".example/"))
            #expect(String(repeating: "https://a:b@c\\", count: count / 5).shownAddress.contains("c"))
        }
        #expect(isProportional)
    }
}
