import TestSupport
import Testing

@testable import Typesetting

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
