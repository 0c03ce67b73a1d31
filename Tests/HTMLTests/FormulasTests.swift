import TestSupport
import Testing

@testable import HTML

/// The HTML of a fragment whose formulas are text.
private func set(_ html: String) -> String { HTMLTree.settingFormulas(inHTML: html.utf8.span) ?? html }

private func text(_ formula: String) -> String {
    let html = set("<math>\(formula)</math>")
    let tree = HTMLTree(parsingFragment: Array(html.utf8), in: "div")
    return tree.textContent(of: tree.root)
}

/// MathML in short: `x` is a name, `2` a number, another character an operator.
private func math(_ signs: String) -> String {
    signs.map { $0.isNumber ? "<mn>\($0)</mn>" : $0.isLetter ? "<mi>\($0)</mi>" : "<mo>\($0)</mo>" }.joined()
}

private func row(_ signs: String) -> String { "<mrow>\(math(signs))</mrow>" }

struct FormulasTests {
    @Test func `operators between operands have spaces, and signs have none`() {
        #expect(text(math("−x+y=−1")) == "−x + y = −1")
        #expect(text(math("f(x,−y)→2")) == "f(x, −y) → 2")
        #expect(text(math("|x|≤n!")) == "|x| ≤ n!")
    }

    @Test func `scripts are small characters, or follow a sign`() {
        #expect(text("<msup>\(math("x2"))</msup><msub>\(math("ai"))</msub>") == "x²aᵢ")
        #expect(text("<msubsup>\(math("x")) \(row("n+1")) \(math("k"))</msubsup>") == "xₙ₊₁ᵏ")
        #expect(text("<msup>\(math("x∞"))</msup>") == "x^∞")
        #expect(text("<msup>\(math("e"))<mrow>\(math("−"))<msup>\(math("x2"))</msup></mrow></msup>") == "e^(−x^2)")
        #expect(text("<msup>\(row("a+b"))\(math("2"))</msup>") == "(a + b)²")
        #expect(text("<msup>\(math("f"))<mo>′</mo></msup>") == "f′")
        #expect(text("<mmultiscripts><mi>U</mi><mprescripts/><none/><mn>235</mn></mmultiscripts>") == "²³⁵U")
    }

    @Test func `fractions and roots have brackets where they need them`() {
        #expect(text("<mfrac>\(math("ab"))</mfrac>") == "a/b")
        #expect(text("<mfrac>\(row("a+b"))\(row("2a"))</mfrac>") == "(a + b)/(2a)")
        #expect(text("<mfrac>\(row("dy"))\(row("dx"))</mfrac>") == "dy/dx")
        #expect(text("<mfrac><mfrac>\(math("ab"))</mfrac>\(math("c"))</mfrac>") == "(a/b)/c")
        #expect(text("\(math("2"))<mfrac>\(math("12"))</mfrac>\(math("x"))") == "2 1/2 x")
        #expect(text("<mo>(</mo><mfrac linethickness=0>\(math("nk"))</mfrac><mo>)</mo>") == "(n choose k)")
        #expect(
            text("<msqrt>\(math("2"))</msqrt><mo>·</mo><mroot>\(row("a+b"))\(math("3"))</mroot>") == "√2 · ³√(a + b)")
    }

    @Test func `sums, limits and functions are apart from what they apply to`() {
        let limits = "<mo>∑</mo>\(row("i=1"))<mi>n</mi>"
        #expect(text("<munderover>\(limits)</munderover><msub>\(math("ai"))</msub>") == "∑ᵢ₌₁ⁿ aᵢ")
        #expect(text("<munder><mo>lim</mo>\(row("x→0"))</munder><mi>f</mi>") == "lim_(x→0) f")
        #expect(text("<mn>2</mn><mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>") == "2 sin x")
        #expect(text("<mi>f</mi><mo>&#x2061;</mo>\(math("(x)"))<mtext> if </mtext>\(math("x>0"))") == "f(x) if x > 0")
    }

    @Test func `a matrix is one line, and steps of an equation are several`() {
        func table(_ rows: [[String]]) -> String {
            let rows = rows.map { "<mtr>" + $0.map { "<mtd>\(math($0))</mtd>" }.joined() + "</mtr>" }
            return "<mtable>\(rows.joined())</mtable>"
        }
        #expect(text("<mo>[</mo>\(table([["1", "2"], ["3", "4"]]))<mo>]</mo>") == "[1, 2; 3, 4]")
        #expect(
            set("<math>\(table([["x", "=1"], ["", "=2"]]))</math>") == "<span>x = 1<br>= 2</span>")
    }

    @Test func `accents are on their letter, and letters in italic are plain`() {
        #expect(text("<mover><mi>x</mi><mo>^</mo></mover>") == "x\u{302}")
        #expect(text("<mover><mi>v</mi><mo>→</mo></mover>") == "v\u{20D7}")
        #expect(text("<mi>𝑥</mi><mo>+</mo><mi>𝐀</mi>") == "x + A")
    }

    @Test func `TeX stands for a formula that says nothing otherwise`() {
        #expect(
            set(
                "<math><semantics><mrow></mrow><annotation encoding='application/x-tex'>x^2</annotation></semantics></math>"
            )
                == "<code>x^2</code>")
        #expect(set("<math alttext='x^2'></math>") == "<code>x^2</code>")
        #expect(text("<mi>x</mi><mphantom><mi>y</mi></mphantom><annotation>z</annotation>") == "x")
    }

    @Test(arguments: [
        // KaTeX
        "<span class=katex><span class=katex-mathml><math><mi>x</mi></math></span><span class=katex-html aria-hidden=true>y</span></span>",
        // MediaWiki
        "<span class=mwe-math-element><span style='display:none'><math><mi>x</mi></math></span><img class=mwe-math-fallback-image-inline alt='{\\displaystyle x}'></span>",
        // MathJax 2
        "<span class=MathJax_Preview>y</span><span class=MathJax><nobr aria-hidden=true>y</nobr><span class=MJX_Assistive_MathML><math><mi>x</mi></math></span></span><script type=math/tex>y</script>"
    ])
    func `the drawing around a formula gives way to its text`(html: String) {
        #expect(set("a \(html) b").replacing("<!---->", with: "") == "a <span>x</span> b")
    }

    @Test func `TeX for a script replaces a drawing without MathML`() {
        let html =
            "<span class=MathJax_Preview>y</span><div class=MathJax_Display><span class=MathJax>y</span></div> <script type='math/tex; mode=display'>x_1</script>"
        #expect(set(html).replacing("<!---->", with: "") == " <code><br>x_1<br></code>")
    }

    @Test(arguments: [
        "<mjx-container class=MathJax jax=CHTML><mjx-math data-latex=x_1 aria-hidden=true><mjx-msub data-latex=x_1><mjx-mi data-latex=x><mjx-c>y</mjx-c></mjx-mi></mjx-msub></mjx-math><mjx-speech aria-label='x sub 1'></mjx-speech></mjx-container>",
        "<mjx-container class=MathJax jax=SVG><svg><g><g data-mml-node=math data-latex=x_1><g data-latex=x><text>y</text></g></g></g></svg></mjx-container>"
    ])
    func `TeX in a drawing of MathJax 4 replaces it`(html: String) {
        #expect(set("a \(html) b") == "a <code>x_1</code> b")
        #expect(set(html.replacing("jax=", with: "display=true jax=")) == "<code><br>x_1<br></code>")
        let copy = "<mjx-assistive-mml><math><mi>z</mi></math></mjx-assistive-mml></mjx-container>"
        #expect(set(html.replacing("</mjx-container>", with: copy)) == "<span>z</span>")
    }

    @Test func `TeX that a page notes elsewhere stays out of the text`() {
        #expect(set("<math></math><b data-latex=x>y</b>").hasSuffix("<b data-latex=\"x\">y</b>"))
    }

    @Test func `HTML without formulas stays as it is`() {
        #expect(HTMLTree.settingFormulas(inHTML: "<p>a math &amp <b>math</b><script>math".utf8.span) == nil)
    }

    @Test(arguments: [
        "<math>", "<math><mi>x</mi></math>", "<math><msup><mi>x", "<msup>", "<mfrac><mi>x</mi>", "<mover><mo>^",
        "<math><mtable><mtr><mtd>", "<mmultiscripts><mi>x</mi>", "<script type=math/tex>x</script>",
        "<span class=MathJax>", "<msqrt>", "<mjx-container class=MathJax>", "<b data-latex=x>",
        "<b class=MathJax data-latex=x>y</b>"
    ])
    func `the time for formulas is in proportion to the page`(part: String) {
        #expect(
            growsSteadily(from: 1 << 13) { bytes in
                _ = set("<math>" + String(repeating: part, count: bytes / part.utf8.count))
            })
    }

    @Test func `the text of formulas nested without end is kept`() {
        let html = "<math>" + String(repeating: "<msup><mi>a</mi>", count: 10_000) + "<mi>end</mi>"
        #expect(set(html).contains("end"))
    }
}
