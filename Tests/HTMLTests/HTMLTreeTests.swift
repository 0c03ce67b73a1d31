import TestSupport
import Testing

@testable import HTML

struct TreeTests {
    @Test func `a page without its outer tags has a head and a body`() {
        #expect(
            outline("<title>News</title><p>One<p>Two") == [
                "<html>", "  <head>", "    <title>", "      \"News\"", "  <body>", "    <p>", "      \"One\"",
                "    <p>",
                "      \"Two\""
            ])
    }

    @Test func `bold text continues in the next paragraph until its end tag`() {
        #expect(
            outline("<p>a<b>b<p>c</b>d", in: "div") == [
                "<p>", "  \"a\"", "  <b>", "    \"b\"", "<p>", "  <b>", "    \"c\"", "  \"d\""
            ])
    }

    @Test func `a link that ends inside a block ends there`() {
        #expect(
            outline("<a>x<div>y</a>z</div>", in: "div") == [
                "<a>", "  \"x\"", "<div>", "  <a>", "    \"y\"", "  \"z\""
            ])
    }

    @Test func `text between rows is moved before the table`() {
        #expect(
            outline("<table>lost<tr><td>cell</table>", in: "div") == [
                "\"lost\"", "<table>", "  <tbody>", "    <tr>", "      <td>", "        \"cell\""
            ])
    }

    @Test func `text moved before a table joins the text that is already there`() {
        #expect(
            outline("<table>a<tr><td>1&amp;</td>b<td>2&amp;</td>c&lt;</table>", in: "div").first == "\"abc<\"")
    }

    @Test func `a template keeps its rows`() {
        #expect(
            outline("<template><tr><td>x</template>", in: "div") == [
                "<template>", "  content", "    <tr>", "      <td>", "        \"x\""
            ])
    }

    @Test func `SVG has its own spelling of names and ends where HTML begins`() {
        #expect(
            outline("<svg viewbox=1><lineargradient/><foreignobject><p>x</p></foreignobject><p>y", in: "div") == [
                "<svg svg>", "  viewBox=\"1\"", "  <svg linearGradient>", "  <svg foreignObject>", "    <p>",
                "      \"x\"", "<p>", "  \"y\""
            ])
    }

    @Test func `noscript is content because lede runs no scripts`() {
        #expect(outline("<noscript><img src=a></noscript>", in: "div") == ["<noscript>", "  <img>", "    src=\"a\""])
    }

    @Test func `a fragment in an SVG path is SVG`() {
        #expect(outline("<g/>x", in: "svg path") == ["<svg g>", "\"x\""])
    }

    @Test func `the first of two attributes with the same name counts`() {
        #expect(
            outline("<a HREF=1 href=2 title='&lt;&notit;&not=1'>", in: "div") == [
                "<a>", "  href=\"1\"", "  title=\"<&notit;&not=1\""
            ])
    }

    @Test func `a script may contain comments that contain scripts`() {
        #expect(
            outline("<script><!-- <script> </script> --> a </script>b", in: "div") == [
                "<script>", "  \"<!-- <script> </script> --> a \"", "\"b\""
            ])
    }

    @Test(arguments: ["title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "script"])
    func `the end tag of its context is text in a fragment of text`(context: String) {
        #expect(outline("</\(context)><b>", in: context) == ["\"</\(context)><b>\""])
    }

    @Test(arguments: [
        ("<?something>", "<?something ?>"),
        ("<?hey   there?>", "<?hey there?>"),
        ("<?hey?there>", "<?hey ?there?>"),
        ("<?Some-thing_2 ? >", "<?Some-thing_2 ? ?>"),
        ("<?t ??>", "<?t ??>"),
        ("<?t \0?>", "<?t \u{FFFD}?>"),
        ("<?xml version=1?>", "<!-- ?xml version=1? -->"),
        ("<?XML-StyleSheet>", "<!-- ?XML-StyleSheet -->"),
        ("<?a$b>", "<!-- ?a$b -->"),
        ("<?1st>", "<!-- ?1st -->"),
        ("<? >", "<!-- ?  -->")
    ])
    func `a processing instruction has a target, and is a comment without`(source: String, node: String) {
        #expect(outline(source + "x", in: "div") == [node, "\"x\""])
    }

    @Test(arguments: ["<?", "<?a", "<?a ", "<?a b?"])
    func `a processing instruction that the page ends in is nothing`(source: String) {
        #expect(outline("x" + source, in: "div") == ["\"x\""])
    }

    @Test func `a processing instruction stands wherever a comment does`() {
        #expect(
            outline("<?a><html><?b><head><?c></head><?d><body><table><?e></table></body><?f></html><?g>") == [
                "<?a ?>", "<html>", "  <?b ?>", "  <head>", "    <?c ?>", "  <?d ?>", "  <body>", "    <table>",
                "      <?e ?>", "  <?f ?>", "<?g ?>"
            ])
    }

    @Test func `line endings are unified, and invalid UTF-8 is replaced`() {
        let page = Array("<p>a\r\nb\rc".utf8) + [0xFF]
        let tree = HTMLTree(parsingFragment: page, in: "div")
        #expect(tree.textContent(of: tree.root) == "a\nb\nc\u{FFFD}")
    }

    @Test func `long or unknown names are kept`() {
        let name = "x-" + String(repeating: "long", count: 30)
        #expect(
            outline("<\(name.uppercased()) Data-Thing=1>a</\(name)>b", in: "div") == [
                "<\(name)>", "  data-thing=\"1\"", "  \"a\"", "\"b\""
            ])
    }
}

struct SerializingTests {
    @Test(arguments: [
        "<p title=\"a&quot;&amp;b\">1 &lt; 2&nbsp;&amp; 3<br>x</p>",
        "<pre>\n\nx</pre>",
        "<script>a < b && c</script><style>p > q {}</style>",
        "<svg viewBox=\"0\" xlink:href=\"#a\"><path></path></svg>",
        "<!--note--><template><td>x</td></template>",
        "<?target data?>"
    ])
    func `well-written HTML is written unchanged`(html: String) {
        let tree = HTMLTree(parsingFragment: Array(html.utf8), in: "div")
        #expect(tree.html(of: tree.root, withItself: false) == html)
    }

    @Test func `a document is written completely`() {
        let tree = HTMLTree(parsing: Array("<!doctype html><title>x</title>y".utf8))
        #expect(
            tree.html(of: .document)
                == "<!DOCTYPE html><html><head><title>x</title></head><body>y</body></html>")
    }
}

struct HostileTests {
    private static let parts = [
        "<b>", "<a>", "<i><b>", "<div>", "<table><td>", "<table>x", "<font color=#N>", "<p><font color=#N>x", "<a><p>",
        "<a #N=x ", "<i #N>", "&amp;", "&ampx", "<", "</", "<!--", "<?a ", "<?a>", "</p>", "<svg>", "<math><mi>",
        "<template>",
        "<select><option>",
        "<li><ul>", "<button>", "<nobr>", "<object>", "<table>&lt;<td>&lt;</td>", "<html #N=x>", "<body a#N>", "<x#N>",
        "</x#N>", "<b></p>", "<a><div></a>", "<frameset>", "<title>", "<script><!--<script>", "<![CDATA[",
        "<svg><![CDATA[",
        "\0", "\r", "<p>\0x", "<dd><dt>", "<form><input>", "<ruby><rt>", "<selectedcontent><select>"
    ]

    @Test(arguments: parts)
    func `the time for one repeated piece grows in proportion to the page`(part: String) {
        let isProportional = growsSteadily(from: 1 << 15) { bytes in
            let tree = HTMLTree(parsing: Self.page(of: part, bytes: bytes))
            _ = tree.textContent(of: tree.root)
        }
        #expect(isProportional)
    }

    @Test func `text at the bottom of 100,000 elements can be read`() {
        let page = String(repeating: "<div>", count: 100_000) + "end" + String(repeating: "</div>", count: 100_000)
        let tree = HTMLTree(parsing: Array(page.utf8))
        #expect(tree.textContent(of: tree.root) == "end")
        #expect(tree.html(of: tree.root).contains("end"))
    }

    @Test func `text after 400,000 formatting tags can be read`() {
        let page = String(repeating: "<b><i>", count: 200_000) + "end"
        let tree = HTMLTree(parsing: Array(page.utf8))
        #expect(tree.textContent(of: tree.root) == "end")
    }

    @Test func `text after a tag with 200,000 attributes can be read`() {
        let page = "<p " + (0..<200_000).map { "a\($0) " }.joined() + ">end"
        let tree = HTMLTree(parsing: Array(page.utf8))
        #expect(tree.textContent(of: tree.root) == "end")
    }

    /// Parts of which each looks through all open elements, in which it finds nothing.
    @Test(arguments: ["</y>", "</div>", "</li>", "</h1>", "</object>", "<input>", "<li></li>", "</svg>", "<form>"])
    func `a page is cut off once its tags have looked through too many open elements`(part: String) {
        let page = Array((String(repeating: "<x>", count: 500) + String(repeating: part, count: 1000) + "<end>").utf8)
        func hasEnd(_ steps: Int) -> Bool {
            page.withUnsafeBytes { bytes in
                var builder = TreeBuilder(SourceBytes(bytes))
                builder.stepsLeft = steps
                builder.build()
                let end = builder.tokenizer.elementNames.number(of: Array("end".utf8))
                return builder.nodes.contains { $0.kind == .element && $0.name == end }
            }
        }
        #expect(hasEnd(HTMLLimits.steps))
        #expect(!hasEnd(100_000))
    }

    private static func page(of part: String, bytes: Int) -> [UInt8] {
        var page: [UInt8] = []
        let pieces = part.split(separator: "#N", omittingEmptySubsequences: false).map { Array($0.utf8) }
        var number = 0
        while page.count < bytes {
            page += pieces.joined(separator: Array("\(number)".utf8))
            number += 1
        }
        return page
    }
}

/// The lines of a page's tree without the bars at their start.
func outline(_ page: String) -> [String] { lines(of: HTMLTree(parsing: Array(page.utf8))) }

/// The lines of a fragment's tree.
func outline(_ fragment: String, in context: String) -> [String] {
    lines(of: HTMLTree(parsingFragment: Array(fragment.utf8), in: context))
}

private func lines(of tree: HTMLTree) -> [String] {
    tree.outline.split(separator: "\n").map { String($0.dropFirst(2)) }
}
