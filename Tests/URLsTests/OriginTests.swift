import Testing
import URLs

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
