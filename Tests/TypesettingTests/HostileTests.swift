import TestSupport
import Testing

@testable import Typesetting

@Suite struct HostileTests {
    @Test(arguments: HostileHTML.deep)
    func `deep nesting keeps the text, and takes time in proportion to its depth`(hostile: HostileHTML) {
        let isProportional = growsSteadily(from: 1) { quarters in
            let document = Document(html: hostile.html(quarters: quarters))
            #expect(document.plainText.contains("end"))
            for width in [1, 80] { #expect(document.lines(width: width).allSatisfy { $0.text.cellWidth <= width }) }
        }
        #expect(isProportional)
    }

    @Test(arguments: HostileHTML.long)
    func `very much of one thing is set at any width`(document: HostileHTML) {
        let document = Document(html: document.html)
        for width in [1, 80] {
            #expect(document.lines(width: width).allSatisfy { $0.text.cellWidth <= width })
        }
    }

    @Test func `a line's prefix has few runs, however deep the line is`() {
        let document = Document(html: String(repeating: "<ul><li>", count: 30) + "one<br>two<li>three")
        let lines = document.lines(width: 80)
        #expect(lines.map(\.text).contains { $0.hasPrefix("• ◦ – • ") && $0.hasSuffix("– one") })
        #expect(lines.allSatisfy { $0.runs.count <= 3 })
    }

    @Test func `scripts that are too deep to be opened are still no text`() {
        let html = String(repeating: "<div>", count: 500) + "<script>let a = '<p>no'</script>yes"
        #expect(Document(html: html).plainText == "yes")
    }

    @Test func `no line is too wide or has forbidden characters at any width`() {
        var generator = SplitMix(state: 20_261_121)
        for _ in 0..<60 {
            let html = HostileHTML.random(using: &generator)
            let document = Document(html: html, baseURL: "https://x.example/")
            let numbers = 1...max(1, document.links.count)
            #expect(!Forbidden.isIn(document.plainText.filter { $0 != "\n" }))
            let faults = (1...100).filter { width in
                !document.lines(width: width).allSatisfy { line in
                    CellWidth.of(line.text) <= width && !Forbidden.isIn(line.text)
                        && line.runs.allSatisfy { !$0.text.isEmpty && numbers.contains($0.link ?? 1) }
                }
            }
            #expect(faults == [], "at these widths of \(html.debugDescription)")
        }
    }
}
