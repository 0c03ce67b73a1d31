import Testing

@testable import Typesetting

@Suite struct HiddenTests {
    @Test(arguments: [
        "<script>if (a < b) '<p>no'</script>", "<style>p { }</style>", "<head><title>no <b>x</title></head>",
        "<template><p>no</template>", "<button><p>no</button>", "<select><option>no<option>no</select>",
        "<textarea><p>no</textarea>", "<span hidden>no</span>", "<i style='Display : None !important'>no</i>",
        "<div style=visibility:hidden><b>no</b></div>", "<svg><text>no</text></svg>", "<canvas>no</canvas>",
        "<dialog>no</dialog>", "<b hidden>no</b>", "<a hidden href='http://x'>no</a>", "<noembed>no</noembed>",
        "<datalist><option>no</datalist>", "<script/>"
    ])
    func `elements that aren't for readers are left out`(html: String) {
        #expect(blocks("a\(html)b").map(\.isParagraph) == blocks("a\(html)b").map { _ in true })
        #expect(Document(html: "<p>a \(html) b").plainText.filter { $0 != "\n" && $0 != " " } == "ab")
    }

    @Test func `a hidden part ends with its parent`() {
        #expect(blocks("<div><span hidden>no</div>yes") == [.text("yes")])
        #expect(blocks("<p hidden>no<p>yes") == [.text("yes")])
        #expect(blocks("<div hidden><div>no</div>no</div>yes") == [.text("yes")])
    }

    @Test func `text for readers without scripts is kept, and text of forms without labels`() {
        #expect(blocks("<noscript>a</noscript>") == [.text("a")])
        #expect(
            blocks("<form><fieldset><legend>a</legend>b <label>no <input></label></fieldset></form>") == [
                .text("a"), .text("b")
            ])
        #expect(blocks("<label>a</label>") == [.text("a")])
        #expect(blocks("<dialog open>a</dialog>") == [.text("a")])
    }
}

extension Block {
    fileprivate var isParagraph: Bool { if case .paragraph = self { true } else { false } }
}
