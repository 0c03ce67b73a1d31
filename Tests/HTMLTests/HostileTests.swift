import HTML
import TestSupport
import Testing

struct HostileTests {
    private static let parts = [
        "<b>", "<a>", "<i><b>", "<div>", "<table><td>", "<table>x", "<font color=#N>", "<p><font color=#N>x", "<a><p>",
        "<a #N=x ", "<i #N>", "&amp;", "&ampx", "<", "</", "<!--", "</p>", "<svg>", "<math><mi>", "<template>",
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
