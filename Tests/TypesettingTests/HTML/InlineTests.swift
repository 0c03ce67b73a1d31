import Testing

@testable import Typesetting

@Suite struct InlineTests {
    @Test(arguments: [
        ("em", InlineStyle.emphasis), ("i", .emphasis), ("cite", .emphasis), ("dfn", .emphasis), ("var", .emphasis),
        ("strong", .strong), ("b", .strong), ("code", .code), ("kbd", .code), ("samp", .code), ("tt", .code),
        ("del", .deleted), ("s", .deleted), ("strike", .deleted), ("ins", .inserted), ("u", .underlined),
        ("mark", .marked), ("small", .small), ("sub", .subscript), ("sup", .superscript)
    ])
    func `every style is recognised`(name: String, style: InlineStyle) {
        #expect(
            blocks("a<\(name)>b</\(name)>c") == [.paragraph([.text("a"), .styled(style, [.text("b")]), .text("c")])])
    }

    @Test func `editors' styles are recognised`() {
        #expect(
            blocks("<b style='font-weight:normal'>a <span style='FONT-WEIGHT: 700'>b</span></b>") == [
                .paragraph([.text("a "), .strong("b")])
            ])
        #expect(blocks("<span style='font-style:italic'>a</span>") == [.paragraph([.emphasis("a")])])
        #expect(
            blocks("<font style='text-decoration: line-through'>a</font>") == [
                .paragraph([.styled(.deleted, [.text("a")])])
            ])
    }

    @Test func `abbreviations keep their meaning`() {
        #expect(
            blocks("<abbr title='World Wide Web'>WWW</abbr>, <abbr>W3C</abbr>") == [
                .paragraph([.abbreviation(meaning: "World Wide Web", [.text("WWW")]), .text(", W3C")])
            ])
    }

    @Test func `ruby keeps the text and its reading`() {
        let ruby: [Inline] = [
            .ruby(base: [.text("漢")], reading: [.text("kan")]), .ruby(base: [.text("字")], reading: [.text("ji")])
        ]
        #expect(
            blocks("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby>x") == [.paragraph(ruby + [.text("x")])])
        #expect(blocks("<ruby>漢<rt>kan<rp>x</ruby>") == [.paragraph([ruby[0]])])
    }

    @Test func `a hint for a break stays`() {
        #expect(blocks("donau<wbr>dampf") == [.text("donau\u{200B}dampf")])
    }

    @Test func `formulas become text`() {
        #expect(
            blocks("<math> <mi> E </mi> <mo>=</mo> <mi>m</mi> <msup><mi>c</mi><mn>2</mn></msup> </math>!") == [
                .paragraph([.text("E=mc"), .styled(.superscript, [.text("2")]), .text("!")])
            ])
        #expect(
            blocks("<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><msqrt><mi>c</mi></msqrt></mfrac></math>")
                == [
                    .text("(a+b)/√(c)")
                ])
        // The hidden part of a formula isn't a superscript.
        #expect(
            blocks("<math><msup><mi>x</mi><annotation>y</annotation></msup></math> and more") == [.text("x and more")])
    }

    @Test func `a formula isn't written twice`() {
        let html = """
            <span class="katex"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x\
            </annotation></semantics></math><span class="katex-html" aria-hidden="true">x</span></span>
            """
        #expect(blocks(html) == [.text("x")])
    }

    @Test func `a formula for a script is shown as written`() {
        #expect(
            blocks("<script type='math/tex; mode=display'>a < b</script>") == [
                .paragraph([.styled(.code, [.text("a < b")])])
            ])
    }
}
