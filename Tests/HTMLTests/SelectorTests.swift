import HTML
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
