import Testing

@testable import Terminal

let usualCell: CellSize = {
    guard let size = CellSize(width: 10, height: 20) else { preconditionFailure("cells have such sizes") }
    return size
}()

@Suite struct `Pictures drawn over cells` {
    /// The part of a picture of 200×95 pixels, which takes 20 columns from column 5 on and 5 rows of 20 pixels, in a pane
    /// of rows 1 to 20 of 24, columns 0 to 39.
    private func part(row: Int, column: Int = 5, paneRows: Range<Int> = 1..<21, screenRows: Int = 24) -> DrawnPart? {
        DrawnPart(
            pixelWidth: 200, pixelHeight: 95, rows: row..<row + 5, columns: column..<column + 20, paneRows: paneRows,
            paneColumns: 0..<40, screenRows: screenRows, cell: usualCell)
    }

    @Test func `a picture that can be seen is drawn as a whole`() {
        let part = part(row: 10)
        #expect(part?.row == 10 && part?.column == 5)
        #expect(part?.pixelRows == 0..<95 && part?.pixelColumns == 0..<200)
        #expect(part?.rows == 5 && part?.columns == 20)
        #expect(part?.width == 200 && part?.height == 100)
    }

    @Test func `what is scrolled away above is cut off by whole rows`() {
        let part = part(row: -1)
        #expect(part?.row == 1)
        #expect(part?.pixelRows == 40..<95)
        #expect(part?.rows == 3)
    }

    @Test func `what is below is cut off by whole rows`() {
        let part = part(row: 18)
        #expect(part?.row == 18 && part?.rows == 3)
        #expect(part?.pixelRows == 0..<60)
        #expect(self.part(row: 20)?.pixelRows == 0..<20)
    }

    @Test func `what is beyond the pane's columns is cut off`() {
        #expect(part(row: 10, column: 30)?.pixelColumns == 0..<100)
        #expect(part(row: 10, column: -3)?.pixelColumns == 30..<200)
        #expect(part(row: 10, column: -3)?.column == 0)
    }

    @Test func `the last row of the screen stays free, where a picture would scroll it`() {
        let part = part(row: 20, paneRows: 0..<24)
        #expect(part?.rows == 3)
        #expect(part?.pixelRows == 0..<60)
    }

    @Test func `above the last row of the screen a picture ends with a whole band`() {
        // 40 pixels are six bands and a bit, whose rest would reach the last row.
        let part = part(row: 21, paneRows: 0..<24)
        #expect(part?.rows == 2)
        #expect(part?.pixelRows == 0..<36)
        #expect(part?.height == 36)
    }

    @Test func `nothing is drawn of what can't be seen`() {
        #expect(part(row: 21) == nil)
        #expect(part(row: -4) == nil)
        #expect(part(row: 10, column: 40) == nil)
        #expect(part(row: 0, paneRows: 0..<1, screenRows: 1) == nil)
    }
}
