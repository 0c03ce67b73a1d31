import Testing

@testable import HTML

struct TagStreamTests {
    @Test func `tags, text and the raw text of elements come one after the other`() {
        let page = "<!doctype html><!-- a -->x &lt; y<P CLASS=b>z</p><script>1 < 2</script>"
        #expect(tokens(page) == ["x < y", "<p>", "z", "</p>", "<script>", "script: 1 < 2", "</script>"])
    }

    @Test func `the first attribute of each name counts, with its references decoded`() {
        let values = TagStream.read(Array("<a href='?a=1&amp;b' HREF=c data-x=d title>".utf8).span, as: .page) { tags in
            _ = tags.next()
            return [Attribute.href, .title, .alt].map { tags.string(of: $0, first: 5) }
        }
        #expect(values == ["?a=1&", "", nil])
    }

    @Test func `an unknown element has the same name in its start and end tags`() {
        let names = TagStream.read(Array("<my-note></MY-NOTE></other>".utf8).span, as: .page) { tags in
            var names: [UInt32] = []
            while tags.next() != nil { names.append(tags.name) }
            return names
        }
        #expect(names[0] == names[1] && names[1] != names[2])
    }

    @Test func `unknown names beyond the limit share one name, and all others stay distinct`() {
        let html = (0...HTMLLimits.namesOfStream).map { "<x\($0)>" }.joined() + "<y><z><b>"
        let last = TagStream.read(Array(html.utf8).span, as: .excerpt) { tags in
            var last: [UInt32] = []
            while tags.next() != nil { last = last.suffix(2) + [tags.name] }
            return last
        }
        #expect(last == [HTMLNameTable.noNumber, HTMLNameTable.noNumber, UInt32(HTMLTag.b.rawValue)])
    }

    @Test(arguments: [
        ("<a title=\"b>c</a>", ["<a>", "c", "</a>"]), ("<script/>x", ["<script>", "x"]),
        ("<![CDATA[<b>&amp;]]>x]]>", ["<b>", "&", "x]]>"]), ("<![CDATA[<b>", ["<b>"]),
        ("<![CDATA[<a title=']]>'>x", ["<a>", "x"])
    ])
    func `an excerpt keeps all text that was meant to be read`(html: String, expected: [String]) {
        #expect(tokens(html, as: .excerpt) == expected)
    }

    @Test func `a page loses the same text as in a browser`() {
        #expect(tokens("<a title=\"b>c</a>") == ["cut: a"])
        #expect(tokens("<iframe/>x") == ["<iframe>", "iframe: x"])
        #expect(tokens("<![CDATA[<b>]]>") == ["]]>"])
    }

    @Test func `an incomplete tag at the end can be read as text`() {
        #expect(tokens("a <b and <c &amp; d", readingCutTags: true) == ["a ", "cut: b", "<", "b and ", "<", "c & d"])
    }

    @Test(arguments: ["<a href='", "<a href=\"<a href='", "<![CDATA[", "<", "<a ", "<!--", "<script>", "&#", "<x "])
    func `the time grows in proportion to the text, even if something never ends in it`(piece: String) {
        let html = String(repeating: piece, count: 300_000 / piece.utf8.count)
        #expect(tokens(html, as: .excerpt, readingCutTags: true).count <= html.utf8.count)
    }
}

/// The tokens of a text, one line each.
private func tokens(_ html: String, as reading: HTMLReading = .page, readingCutTags: Bool = false) -> [String] {
    TagStream.read(Array(html.utf8).span, as: reading) { tags in
        var tokens: [String] = []
        while let token = tags.next() {
            switch token {
            case .text(let text): tags.withText(text) { tokens.append(string($0)) }
            case .rawText(let text, let element): tags.withText(text) { tokens.append("\(element): " + string($0)) }
            case .start(let tag): tokens.append("<\(tag.name)>")
            case .end(let tag): tokens.append("</\(tag.name)>")
            case .cutTag(let tag):
                tokens.append("cut: \(tag.name)")
                if readingCutTags { tags.readCutTagAsText() }
            }
        }
        return tokens
    }
}

private func string(_ bytes: Span<UInt8>) -> String {
    String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
}

struct CharacterReferenceTests {
    @Test func `a name without its semicolon counts only if old pages wrote it that way`() {
        #expect(text("a &lt b &hellip c &notit;") == "a < b &hellip c ¬it;")
    }

    @Test func `the longest matching name counts`() {
        #expect(text("&notin; &not &CounterClockwiseContourIntegral; &acE; &Zcaron;") == "∉ ¬ ∳ \u{223E}\u{333} Ž")
    }

    @Test func `invalid numbers and old quotation marks are corrected`() {
        #expect(text("&#147;a&#148; &#0; &#xD800; &#x1F600; &#x110000; &#;") == "“a” \u{FFFD} \u{FFFD} 😀 \u{FFFD} &#;")
    }

    private func text(_ html: String) -> String {
        let tree = HTMLTree(parsingFragment: Array(html.utf8), in: "div")
        return tree.textContent(of: tree.root)
    }
}
