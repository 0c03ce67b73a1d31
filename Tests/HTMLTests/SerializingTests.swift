import HTML
import Testing

struct SerializingTests {
    @Test(arguments: [
        "<p title=\"a&quot;&amp;b\">1 &lt; 2&nbsp;&amp; 3<br>x</p>",
        "<pre>\n\nx</pre>",
        "<script>a < b && c</script><style>p > q {}</style>",
        "<svg viewBox=\"0\" xlink:href=\"#a\"><path></path></svg>",
        "<!--note--><template><td>x</td></template>"
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
