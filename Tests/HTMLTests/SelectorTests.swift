import HTML
import TestSupport
import Testing

struct SelectorTests {
    private static let page = """
        <div id=top class="post big"><h2>Head</h2><p lang=en-GB>one<p class=b>two <em>three</em><ul><li>1<li>2<li>3<li>4</ul></div>
        <div class=post><p>four<span></span></div>
        """

    @Test(arguments: [
        ("p", ["one", "two three", "four"]), ("#top p", ["one", "two three"]), ("div.post > p.b", ["two three"]),
        (".big.post em", ["three"]), ("li:nth-child(2n+1)", ["1", "3"]), ("li:nth-last-child(-n+2)", ["3", "4"]),
        ("li:first-child, h2", ["Head", "1"]), ("p:first-of-type", ["one", "four"]), ("[lang|=en]", ["one"]),
        ("div p:not(.b):not([lang])", ["four"]), ("h2 + p", ["one"]), ("h2 ~ ul > li:last-child", ["4"]),
        ("span:empty", [""]), ("[class~='BIG' i] h2", ["Head"]), ("nothing, [data-x]", [])
    ])
    func `a selector selects elements in the order of the page`(selector: String, texts: [String]) throws {
        let tree = HTMLTree(parsing: Array(Self.page.utf8))
        let found = tree.elements(matching: try Selector(selector))
        #expect(found.map { tree.textContent(of: $0).replacing("\n", with: "") } == texts)
    }

    @Test(arguments: [
        (#"#\31 2"#, "digits"), (#"#\000031\32"#, "digits"), (#".md\:flex"#, "colon"), (#"[title="a\"b"]"#, "quote"),
        (#"[title='\E4\a x']"#, "hex"), (#".\é"#, "accent"), (#".\0"#, "none")
    ])
    func `what CSS escapes is found, as browsers copy it`(selector: String, text: String) throws {
        let page = """
            <p id=12>digits<p class=md:flex>colon<p title='a"b'>quote<p title="ä&#10;x">hex<p class=é>accent<p class=\u{FFFD}>none
            """
        let tree = HTMLTree(parsing: Array(page.utf8))
        let found = tree.elements(matching: try Selector(selector))
        #expect(found.map { tree.textContent(of: $0).replacing("\n", with: "") } == [text])
    }

    @Test(arguments: [
        "", "a,", "> p", "a:hover", "[a", "[a=]", ":not(:not(a))", "li:nth-child(x)", "a..b", "a\\\n", "\\", "a:İ",
        "a:n\\0ax"
    ])
    func `an invalid selector is refused`(text: String) {
        #expect(throws: SelectorFailure.self) { try Selector(text) }
    }

    @Test func `a selector that is too long is refused`() {
        #expect(throws: SelectorFailure.self) { try Selector(String(repeating: "a ", count: 1000)) }
    }
}

struct XPathTests {
    private static let page = """
        <div id=top class="post big"><h2>Head</h2><p>one<p class=" b  c ">two <em>three</em>
        <ul><li>1<li>2<li><a href=/x title=X>3</a><li>4</ul></div>
        <div class=poster><p>four<a href=/y></a></div><meta property=og:title content=Title>
        """

    @Test(arguments: [
        ("//p", ["one", "two three", "four"]), ("/html/body/div/p", ["one", "two three", "four"]),
        ("//div[@id=\"top\"]//em", ["three"]), ("//*[contains(@class,'post')]/p[1]", ["one", "four"]),
        ("//*[contains(concat(' ',normalize-space(@class),' '),' c ')]", ["two three"]),
        ("//div[contains(concat(' ', normalize-space(@class), ' '), ' post ')]/h2", ["Head"]),
        ("//a/@href", ["/x", "/y"]), ("//li[2] | //h2", ["Head", "2"]), ("//li[last()]", ["4"]),
        ("//li[position() < 3]", ["1", "2"]), ("//li[a]", ["3"]), ("//li[not(a) and . != '1']", ["2", "4"]),
        ("//a[starts-with(@href, '/y') or @title]/@href", ["/x", "/y"]), ("//em/..", ["two three"]),
        ("//h2/text()", ["Head"]), ("//meta[@property='og:title']/@content", ["Title"]),
        ("//li[contains(., '3')]/a/@*", ["/x", "X"]), ("descendant::em", ["three"]), ("//ul/child::li[1]", ["1"]),
        ("//p[.//em]", ["two three"]), ("//LI[4]", ["4"]), ("//p[2][em]", ["two three"]), ("//nothing", []),
        ("//li[@x]/@y", []), ("//h2/self::h2", ["Head"]), ("//div[p[contains(text(), 'four')]]/a", []),
        ("//li[(1 = 1) and (position() = last())]", ["4"])
    ])
    func `a path finds its matches in the order of the page`(path: String, texts: [String]) throws {
        let tree = HTMLTree(parsing: Array(Self.page.utf8))
        let found = tree.matches(of: try XPath(path)).map { match in
            switch match {
            case .node(let id): tree.textContent(of: id).split(separator: "\n").first.map(String.init) ?? ""
            case .attribute(_, let value): value
            }
        }
        #expect(found.map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 } == texts)
    }

    @Test func `an element found by several paths comes only once`() throws {
        let tree = HTMLTree(parsing: Array("<div><div><p>x</div></div>".utf8))
        #expect(tree.matches(of: try XPath("//div//p | //p | //div/div/p")).count == 1)
        #expect(tree.matches(of: try XPath("//div//node()")).count == 3)
    }

    @Test(arguments: [
        "", "/", "//", "//a[", "//a[@]", "//a]", "//a[b", "//a['x]", "following::a", "//a[foo(1)]", "//a[contains(b)]",
        "//a | ", "//a[comment()]", "//1"
    ])
    func `an invalid path is refused`(text: String) {
        #expect(throws: SelectorFailure.self) { try XPath(text) }
    }

    @Test(arguments: [
        String(repeating: "//a", count: 1000), "//a" + String(repeating: "[a", count: 1000),
        "//a[" + String(repeating: "(", count: 100_000), "//a[" + String(repeating: "not(", count: 100_000),
        "//a[a" + String(repeating: " or a", count: 1000) + "]"
    ])
    func `a path that is too long or too deep is refused`(text: String) {
        #expect(throws: SelectorFailure.self) { try XPath(text) }
    }

    @Test(arguments: [
        "//*//*//*//*//*", "//*[.//*[.//*[.//x]]]", "//*[contains(., 'xyz')]", "//*[contains(., .)]", "//*[.//* = .//*]"
    ])
    func `an expensive path ends in bounded time`(path: String) throws {
        let tree = HTMLTree(parsing: Array(String(repeating: "<div>text", count: 20_000).utf8))
        let path = try XPath(path)
        #expect(processorTime { _ = tree.matches(of: path) } < .seconds(30))
    }
}
