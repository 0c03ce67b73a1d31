import TestSupport
import Testing
import URLs

@Suite struct AddressPartsTests {
    @Test func `an address is split into its parts`() throws {
        let parts = try #require(AddressParts("https://a:b@example.org:8080/x?y#z"))
        #expect(parts.scheme == "https" && parts.credentials == "a:b" && parts.host == "example.org")
        #expect(parts.port == "8080" && parts.path == "/x" && parts.rest == "/x?y#z")
    }

    @Test(arguments: [
        ("http://example.org", "example.org", ""), ("http://[::1]:80/x", "[::1]", "/x"),
        ("http://[::1]/", "[::1]", "/"),
        ("http://a@b@example.org/", "example.org", "/"),
        ("http://evil.example\\@example.org/", "evil.example", "\\@example.org/"),
        ("file:///etc/motd", "", "/etc/motd"), ("http://example.org:/", "example.org", "/")
    ])
    func `the host is the one that a browser would request`(address: String, host: String, rest: String) throws {
        let parts = try #require(AddressParts(address))
        #expect(parts.host == host && parts.rest == rest)
    }

    @Test(arguments: ["", "example.org", "mailto:a@example.org", "exec:curl https://example.org", "://x", "1a://x"])
    func `text in another form has no parts`(text: String) { #expect(AddressParts(text) == nil) }

    @Test(arguments: [
        ("http://a/b?c#d", "/b", "c", "d"), ("http://a?c/d?e", "", "c/d?e", nil), ("http://a#d?e#f", "", nil, "d?e#f"),
        ("http://a/?#", "/", "", ""), ("http://a", "", nil, nil), ("http://a\\b?c", "\\b", "c", nil)
    ])
    func `the path, the query and the fragment end where the next one begins`(
        address: String, path: String, query: String?, fragment: String?
    ) throws {
        var address = address
        try address.withUTF8 { bytes in
            let places = try #require(AddressPlaces(bytes))
            func text(_ place: Range<Int>) -> String { String(decoding: bytes[place], as: UTF8.self) }
            #expect(text(places.path) == path)
            #expect(places.query.map(text) == query && places.fragment.map(text) == fragment)
        }
    }
}

struct AddressUseTests {
    @Test(arguments: ["http://a", "https://a", "HTTP://A", "hTTps://a@b"])
    func `a web address has a web scheme and two slashes`(address: String) {
        #expect(address.isWebAddress && address.isForTerminals)
    }

    @Test(arguments: ["", "http:", "http:/a", "https//a", "file:///a", " http://a", "javascript://a", "a.example"])
    func `other text is not a web address`(text: String) { #expect(!text.isWebAddress) }

    @Test(arguments: [
        ("mailto:a@b.example", true), ("MAILTO:a", true), ("https:a", true), ("file:///a", false), ("tel:1", false),
        ("javascript:x", false), ("mailto", false), ("", false)
    ])
    func `only web and mail links are passed to the terminal`(address: String, isTold: Bool) {
        #expect(address.isForTerminals == isTold)
    }

    @Test(arguments: [
        ("file:///a/b%20c?d", "/a/b%20c?d"), ("FILE:///", "/"), ("file://host/a", nil), ("file:a", nil), ("/a", nil)
    ])
    func `the path of a file URL follows its two slashes`(address: String, path: String?) {
        #expect(address.pathOfFile.map(String.init) == path)
    }

    @Test(arguments: [
        ("a:b", "a"), ("coap+tcp://x", "coap+tcp"), ("A1-.:", "A1-."), ("1a:b", nil), ("a b:c", nil), ("a", nil),
        (":a", nil)
    ])
    func `a scheme begins with a letter and ends at a colon`(text: String, scheme: String?) {
        #expect(text.scheme.map(String.init) == scheme)
    }

    @Test(arguments: [
        ("https://a", true, true), ("HTTP://a", true, true), ("https://", false, true), ("http:", false, true),
        ("mailto:a@b.example", false, true), ("/a:b", false, false), ("a/b:c", false, false), ("", false, false)
    ])
    func `the bytes of a document tell the same`(text: String, isWebAddress: Bool, hasScheme: Bool) {
        Array(text.utf8).withUnsafeBufferPointer {
            #expect($0.isWebAddress == isWebAddress && $0.hasScheme == hasScheme)
        }
    }

    @Test func `an address without a scheme gets one`() {
        #expect("proxy:80".withScheme(orElse: "http") == "http://proxy:80")
        #expect("socks5://proxy:80".withScheme(orElse: "http") == "socks5://proxy:80")
    }

    @Test func `a filter address has a command and the address after the next colon`() throws {
        let filter = try #require(FilterAddress("filter:sort -u:https://a.example:80/x"))
        #expect(filter.command == "sort -u" && filter.address == "https://a.example:80/x")
        let empty = try #require(FilterAddress("filter::"))
        #expect(empty.command.isEmpty && empty.address.isEmpty)
        for text in ["filter:sort", "exec:a:b", "Filter:a:b", ""] { #expect(FilterAddress(text) == nil) }
    }
}

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
