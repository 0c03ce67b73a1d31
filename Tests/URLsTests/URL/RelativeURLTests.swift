import Testing
import URLs

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
