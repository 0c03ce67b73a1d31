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
