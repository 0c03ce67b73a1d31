import Testing

@testable import Typesetting

@Suite struct LinkBaseTests {
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("\\g", "http://a/g"), ("http:g", "http://a/b/c/g"), ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), (";x", "http://a/b/c/;x"), (".", "http://a/b/c/"), ("..", "http://a/b/"),
        ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
        ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
        ("g?y/../x", "http://a/b/c/g?y/../x"), ("https://x.y", "https://x.y")
    ])
    func `references are resolved as in a browser`(reference: String, expected: String) {
        #expect(LinkBase("http://a/b/c/d;p?q").target(of: reference) == expected)
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "  data:text/html,x",
        "file:///etc/passwd",
        "vbscript:x", "about:blank", ""
    ])
    func `references that only make sense in a browser aren't links`(reference: String) {
        #expect(LinkBase("http://a/").target(of: reference) == nil)
    }

    @Test func `a relative reference without a base isn't a link`() {
        #expect(LinkBase(nil).target(of: "/about") == nil)
        #expect(LinkBase("mailto:a@b.c").target(of: "/about") == nil)
    }

    @Test func `a base that would make every link huge is ignored`() {
        let base = "http://a/" + String(repeating: "b/", count: 500_000)
        #expect(LinkBase(base).target(of: "../c") == nil)
        #expect(LinkBase(base).target(of: "http://c") == "http://c")
        let links = String(repeating: "<a href='c'>d</a>", count: 2000)
        #expect(Document(html: "<base href='\(base)'>" + links).links == [])
    }

    @Test func `invalid characters in a URL are percent-encoded`() {
        #expect(
            LinkBase(nil).target(of: "https://x.y/a b\u{1B}\u{202E}<é>")
                == "https://x.y/a%20b%1B%E2%80%AE%3Cé%3E")
    }
}
