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
