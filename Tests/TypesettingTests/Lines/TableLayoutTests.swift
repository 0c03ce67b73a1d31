import TestSupport
import Testing

@testable import Typesetting

@Suite struct TableTests {
    private func row(_ cells: String...) -> [Table.Cell] { cells.map { Table.Cell($0.isEmpty ? [] : [.text($0)]) } }

    private func cells(_ html: String) -> [Table.Cell] {
        guard case .table(let table) = blocks(html).first else { return [] }
        return Array(table.rows.joined())
    }

    @Test func `a table has rows of cells, with and without end tags`() {
        #expect(
            blocks("<table><tr><th>a<td>b<tr><td>c<td></table>d") == [
                .table(
                    Table(rows: [
                        [Table.Cell(isHeader: true, [.text("a")]), Table.Cell([.text("b")])], row("c", "")
                    ])), .text("d")
            ])
    }

    @Test func `a caption belongs to the table, and the foot comes last`() {
        let html = """
            <table><caption>Cells</caption><thead><tr><td>H<td>I</thead><tfoot><tr><td>sum<td>3</tfoot>
            <tbody><tr><td>a<td>1</tbody></table>
            """
        let head = ["H", "I"].map { Table.Cell(isHeader: true, [.text($0)]) }
        #expect(
            blocks(html) == [.table(Table(caption: [.text("Cells")], rows: [head, row("a", "1"), row("sum", "3")]))])
    }

    @Test func `cells span as many columns and rows as they say, if there are as many`() {
        let spans = cells("<table><tr><th colspan=3>a<td rowspan=0>b<tr><td rowspan=9>c<tr><td colspan=x rowspan=-2>d")
            .map { [$0.columns, $0.rows] }
        #expect(spans == [[3, 1], [1, 3], [1, 2], [1, 1]])
    }

    @Test func `a table has at most a thousand columns, whatever its cells say`() {
        let wide = cells("<table><tr><th colspan=900>a<th colspan=99999999999>b<th colspan=900>c")
        #expect(wide.map(\.columns) == [900, 100, 1])
    }

    @Test func `cells are aligned as they or their row say`() {
        let html = """
            <table><tr align=right><th>a<td style='text-align: center'>b<td align=LEFT>c<tr><td align=right>d<td>e
            """
        #expect(cells(html).map(\.alignment) == [.right, .center, .left, .right, .left])
    }

    @Test func `cells without a row get one, and text between rows goes before the table`() {
        #expect(
            blocks("<table>x<td>a<td>b</tr><p>y<tr><td>c<td>d</table>") == [
                .text("x"), .text("y"), .table(Table(rows: [row("a", "b"), row("c", "d")]))
            ])
    }

    @Test func `cells outside a table are text`() {
        #expect(blocks("<tr><td>a</td><td>b</td></tr>") == [.text("a"), .text("b")])
    }

    @Test func `a row that begins in a cell ends it`() {
        #expect(
            blocks("<table><tr><td><div><p>a<tr><td>b<td>c</table>") == [
                .table(Table(rows: [row("a"), row("b", "c")]))
            ])
    }

    @Test func `tables for page layout become their contents`() {
        #expect(blocks("<table><tr><td><p>a<p>b<tr><td>c</table>") == [.text("a"), .text("b"), .text("c")])
        #expect(blocks("<table><tr><td>a<td>b</table>") == [.text("a"), .text("b")])
        #expect(blocks("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>").count == 4)
        #expect(
            blocks("<table><tr><td><h2>a</h2>b<td>c<tr><td>d<td>e</table>") == [
                .heading(level: 2, [.text("a")]), .text("b"), .text("c"), .text("d"), .text("e")
            ])
    }

    @Test func `a table with header cells is a table, whatever its cells contain`() {
        #expect(cells("<table><tr><th>a<th>b<tr><td><ul><li>c</ul><td><hr></table>").count == 4)
    }

    @Test func `a table inside a cell makes the outer one layout`() {
        let inner = Table(rows: [row("a", "b"), row("c", "d")])
        #expect(
            blocks("<table><tr><td>x<td><table><tr><td>a<td>b<tr><td>c<td>d</table><tr><td>y<td>z</table>") == [
                .text("x"), .table(inner), .text("y"), .text("z")
            ])
    }

    @Test func `an empty table is left out`() {
        #expect(blocks("<table><tr><td></td><td> </td></tr></table><table></table>") == [])
    }
}

@Suite struct `Setting a table` {
    private func cell(_ text: String, header: Bool = false, columns: Int = 1, rows: Int = 1) -> Table.Cell {
        Table.Cell(
            isHeader: header, columns: columns, rows: rows, text.isEmpty ? [] : [.paragraph([.text(text)])])
    }

    private func header(_ text: String, columns: Int = 1, rows: Int = 1) -> Table.Cell {
        cell(text, header: true, columns: columns, rows: rows)
    }

    private func set(_ rows: [[Table.Cell]], width: Int) -> String {
        Document(blocks: [.table(Table(rows: rows))]).lines(width: width).map(\.text).joined(separator: "\n")
    }

    @Test func `a table has thin rules, and its numbers on the right`() {
        let rows = [[header("Plant"), header("MWh")], [cell("Dam"), cell("1,204.5")], [cell("Wind"), cell("−8")]]
        #expect(
            set(rows, width: 40) == """
                Plant │     MWh
                ──────┼────────
                Dam   │ 1,204.5
                Wind  │      −8
                """)
    }

    @Test func `a table loses the spaces between columns before it becomes records`() {
        let rows = [[header("Plant"), header("MWh")], [cell("Dam"), cell("1,204.5")]]
        #expect(set(rows, width: 14) == "Plant│    MWh\n─────┼───────\nDam  │1,204.5")
        #expect(set(rows, width: 12) == "Plant: Dam\nMWh: 1,204.5")
    }

    @Test func `a table divides its width by the columns' contents`() {
        let prose = "A tree of eleven metres was caught in the screen."
        let rows = [[header("Date"), header("What")], [cell("2 July"), cell(prose)], [cell("3 July"), cell("Nothing.")]]
        #expect(
            set(rows, width: 34) == """
                Date   │ What
                ───────┼──────────────────────────
                2 July │ A tree of eleven metres
                       │ was caught in the screen.
                ───────┼──────────────────────────
                3 July │ Nothing.
                """)
    }

    @Test func `a table's cells may span columns and rows`() {
        let rows = [
            [header("Plant", rows: 2), header("2026", columns: 2), header("Change", rows: 2)],
            [header("July"), header("August")],
            [cell("Dam"), cell("1"), cell("2"), cell("3")],
            [cell("Wind\u{2060}"), cell("all of it", columns: 2), cell("4")]
        ]
        #expect(
            set(rows, width: 60) == """
                Plant │     2026      │ Change
                      ├──────┬────────┤
                      │ July │ August │
                ──────┼──────┼────────┼───────
                Dam   │    1 │      2 │      3
                Wind  │ all of it     │      4
                """)
    }

    @Test func `a table has no rule through a cell of several rows`() {
        let rows = [
            [cell("30 Sept", rows: 2), cell("Turbine seven: ice on the blades")], [cell("Turbine nine: the same")]
        ]
        #expect(
            set(rows, width: 27) == """
                30 Sept │ Turbine seven:
                        │ ice on the blades
                        ├──────────────────
                        │ Turbine nine: the
                        │ same
                """)
    }

    @Test func `a table that doesn't fit becomes labelled records`() {
        let rows = [
            [header(""), header("Typing"), header("Since")],
            [header("Swift"), cell("static and inferred"), cell("2014")],
            [header("Python"), cell("dynamic"), cell("1991")]
        ]
        #expect(
            set(rows, width: 20) == """
                Swift
                  Typing: static and
                  inferred
                  Since: 2014

                Python
                  Typing: dynamic
                  Since: 1991
                """)
    }

    @Test func `a table's records don't repeat headers that are too long for labels`() {
        let long = "What " + String(repeating: "very ", count: 20) + "long heads say"
        let rows = [[header(long), header("Since")]] + (1...9).map { [cell("abcdefghijklmnopqrstu"), cell("\($0)")] }
        let text = set(rows, width: 20)
        #expect(text.hasPrefix("What very very") && text.contains("say\nSince\n\nabcdef"))
        #expect(text.ranges(of: "What").count == 1)
    }

    @Test func `a table keeps lists and code in its cells`() {
        let list = Block.list(List(items: [.init([.paragraph([.text("one")])]), .init([.paragraph([.text("two")])])]))
        let rows = [[cell("grep"), Table.Cell([list])], [cell("sort"), Table.Cell([.preformatted([.text("a  b")])])]]
        #expect(
            set(rows, width: 30) == """
                grep │ • one
                     │ • two
                ─────┼───────
                sort │   a  b
                """)
    }

    @Test func `a large table takes time in proportion to its rows and columns`() {
        func set(rows: Int, columns: Int) {
            let row = [Table.Cell](repeating: cell("x"), count: columns)
            let document = Document(blocks: [.table(Table(rows: [[Table.Cell]](repeating: row, count: rows)))])
            #expect(document.lines(width: 80).count > rows)
        }
        #expect(growsSteadily(from: 250) { set(rows: $0, columns: 100) })
        #expect(growsSteadily(from: 250) { set(rows: 100, columns: $0) })
    }

    @Test(arguments: [(1000, 1), (1, 60_000), (1000, 60_000)])
    func `a table whose cells claim a huge size is set`(columns: Int, rows: Int) {
        let rows = [[Table.Cell]](repeating: [cell("x", columns: columns, rows: rows), cell("y")], count: 3000)
        for width in [1, 80] {
            let document = Document(blocks: [.table(Table(rows: rows))])
            #expect(document.lines(width: width).allSatisfy { $0.cells <= width })
        }
    }
}
