import TestSupport
import Testing
import URLs

@Suite struct `A URL` {
    @Test(arguments: [
        ("HTTPS://Example.ORG", "https://example.org/"), ("https://example.org:443/a", "https://example.org/a"),
        ("http://example.org:080/a", "http://example.org/a"), ("https:\\\\example.org\\a", "https://example.org/a"),
        ("https:example.org", "https://example.org/"), (" https://example.org/a\nb\tc ", "https://example.org/abc"),
        ("https://example.org/a b?c d#e f", "https://example.org/a%20b?c%20d#e%20f"),
        ("https://example.org/ü?ü#ü", "https://example.org/%C3%BC?%C3%BC#%C3%BC"),
        ("https://example.org/%zz%41", "https://example.org/%zz%41"),
        ("https://example.org/a/./b/../c/%2e%2E/d", "https://example.org/a/d"),
        ("https://example.org/..", "https://example.org/"), ("https://example.org/a/.", "https://example.org/a/"),
        ("https://a:b@c@example.org/", "https://a:b%40c@example.org/"),
        ("https://@example.org/", "https://example.org/"),
        ("file:c:\\feeds", "file:///c:/feeds"), ("file://localhost/feeds", "file:///feeds"),
        ("file:///C|/a/../..", "file:///C:/"), ("mailto:Someone@Example.org", "mailto:Someone@Example.org"),
        ("mailto:a ?b", "mailto:a%20?b"), ("gemini://Example.org", "gemini://Example.org"), ("x:/..//y", "x:/.//y")
    ])
    func `a URL has one form, however it is typed`(text: String, href: String) {
        #expect(WebURL(text)?.href == href)
    }

    @Test(arguments: [
        "", "example.org", "/feed", "https://", "https:///", "https://a b/", "https://a:b/", "https://a:65536/",
        "http://%",
        "https://[::1", "https://[::g]/", "https://user@/", "https://a<b/", "x://:80/"
    ])
    func `text that browsers refuse isn't a URL`(text: String) { #expect(WebURL(text) == nil) }

    @Test func `a URL is split into its parts`() throws {
        let url = try #require(WebURL("https://name:pass@Example.org:8080/a/b?c=d#e"))
        #expect(url.scheme == "https" && url.username == "name" && url.password == "pass")
        #expect(url.host == "example.org" && url.port == 8080)
        #expect(url.path == "/a/b" && url.query == "c=d" && url.fragment == "e")
    }

    @Test func `a URL has no parts that it doesn't name`() throws {
        let url = try #require(WebURL("mailto:a"))
        #expect(url.host == nil && url.port == nil && url.query == nil && url.fragment == nil && url.hasOpaquePath)
        #expect(!url.hasCredentials && url.username.isEmpty && url.password.isEmpty)
        #expect(WebURL("file:///a")?.host == "")
    }

    @Test func `only the credentials are removed from a URL`() throws {
        #expect(WebURL("https://a:b@c:1/d?e#f")?.withoutCredentials.href == "https://c:1/d?e#f")
        #expect(WebURL("https://:b@c/")?.withoutCredentials.href == "https://c/")
        #expect(WebURL("https://a@c/")?.hasCredentials == true && WebURL("https://c/a@b")?.hasCredentials == false)
        #expect(WebURL("https://c/d#")?.withoutFragment.href == "https://c/d")
    }
}

@Suite struct `A relative URL` {
    @Test(arguments: [
        ("g", "https://a.example/b/c/g"), ("./g", "https://a.example/b/c/g"), ("g/", "https://a.example/b/c/g/"),
        ("/g", "https://a.example/g"), ("//g", "https://g/"), ("\\\\g\\h", "https://g/h"),
        ("?y", "https://a.example/b/c/d?y"), ("g?y/../x", "https://a.example/b/c/g?y/../x"),
        ("#s", "https://a.example/b/c/d?q#s"), ("", "https://a.example/b/c/d?q"), ("..", "https://a.example/b/"),
        ("../../../g", "https://a.example/g"), ("https:g", "https://a.example/b/c/g"), ("http:g", "http://g/"),
        ("mailto:x", "mailto:x"), (" g ", "https://a.example/b/c/g")
    ])
    func `a relative URL is resolved as in a browser`(text: String, href: String) throws {
        let base = try #require(WebURL("https://a.example/b/c/d?q#f"))
        #expect(WebURL(text, base: base)?.href == href)
    }

    @Test(arguments: [
        ("x", "file:///C:/feeds/x"), ("/x", "file:///C:/x"), ("../../..", "file:///C:/"), ("/D:/x", "file:///D:/x"),
        ("//host/x", "file://host/x")
    ])
    func `a URL relative to a file stays on its drive`(text: String, href: String) throws {
        let base = try #require(WebURL("file:///C:/feeds/a"))
        #expect(WebURL(text, base: base)?.href == href)
    }

    @Test func `a mail address can't be the base of a relative URL`() throws {
        let base = try #require(WebURL("mailto:a"))
        #expect(WebURL("b", base: base) == nil && WebURL("", base: base) == nil)
        #expect(WebURL("#b", base: base)?.href == "mailto:a#b")
    }
}

@Suite struct OriginTests {
    @Test(arguments: [
        ("HTTP://Example.ORG/a", "http://example.org:80/b", true), ("https://a.org/", "https://a.org:443/", true),
        ("https://a.org/", "http://a.org/", false), ("https://a.org/", "https://b.org/", false),
        ("https://a.org/", "https://a.org:8443/", false), ("https://bücher.org/", "https://xn--bcher-kva.org/", true),
        ("http://127.1/", "http://127.0.0.1/", true)
    ])
    func `two URLs have the same origin if their scheme, host and port are the same`(
        one: String, other: String, isSame: Bool
    ) {
        #expect((WebURL(one)?.origin == WebURL(other)?.origin) == isSame)
    }

    @Test func `credentials follow a host from http to https but never back`() {
        let open = Origin(scheme: "http", host: "a", port: nil)
        let secure = Origin(scheme: "https", host: "a", port: nil)
        #expect(secure.isTrusted(as: open) && open.isTrusted(as: open) && !open.isTrusted(as: secure))
        #expect(!Origin(scheme: "https", host: "b", port: nil).isTrusted(as: open))
        #expect(!Origin(scheme: "https", host: "a", port: 8443).isTrusted(as: open))
    }

    @Test(arguments: ["mailto:a@example.org", "file:///a", "ftp://example.org/", "feed://example.org/"])
    func `only web URLs have an origin and are fetched`(text: String) {
        #expect(WebURL(text)?.origin == nil && WebURL(text)?.isOnTheWeb == false)
    }

    @Test(arguments: [
        ("mailto:a@example.org", true), ("https://example.org", true), ("JavaScript:alert(1)", false),
        ("data:text/html,x", false), ("file:///etc/passwd", false), ("about:blank", false)
    ])
    func `text may only link to URLs that are safe outside a browser`(text: String, mayBeLinked: Bool) {
        #expect(WebURL(text)?.mayBeLinked == mayBeLinked)
    }
}

@Suite struct `A hostile URL` {
    private static let shapes: [@Sendable (Int) -> String] = [
        { "https://a/" + String(repeating: "../", count: $0) }, { "https://a/" + String(repeating: "x/", count: $0) },
        { "https://a/" + String(repeating: "x/../", count: $0) },
        { "https://" + String(repeating: "@", count: $0) + "a" },
        { "https://" + String(repeating: "a.", count: $0) }, { "https://" + String(repeating: "[", count: $0) },
        { "https://" + String(repeating: "1.", count: $0) }, { "https:" + String(repeating: "/", count: $0) + "a" },
        { "https://[" + String(repeating: ":0", count: $0) + "]" },
        { "https://a:" + String(repeating: "0", count: $0) },
        { "https://" + String(repeating: "ü", count: $0) }, { "https://ü." + String(repeating: "ab.", count: $0) },
        { "https://a\u{301}" + String(repeating: "\u{316}\u{301}", count: $0) },
        { "a:" + String(repeating: " ", count: $0) + "?" },
        { "https://xn--ü" + String(repeating: "a", count: $0) }, { "https://a/?" + String(repeating: "\"", count: $0) }
    ]

    @Test(arguments: shapes.indices)
    func `the time for reading a URL grows in proportion to its length`(shape: Int) {
        #expect(growsSteadily(from: 10_000) { _ = WebURL(Self.shapes[shape]($0)) })
    }

    @Test func `a URL longer than browsers allow is refused`() {
        #expect(WebURL("https://a/" + String(repeating: "x", count: 2 << 20)) == nil)
    }
}
