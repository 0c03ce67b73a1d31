import HTML
import Testing

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
