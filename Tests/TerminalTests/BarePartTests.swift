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

@Suite(.serialized) struct `Pixels over cells` {
    /// A picture of 100×100 pixels in 10 columns and 10 rows of 10×10 pixels each.
    private let picture: TestPicture = {
        var picture = TestPicture(columns: 10, rows: 10)
        picture.pixelSize = (100, 100)
        return picture
    }()
    private let cell = CellSize(width: 10, height: 10)
    private var screen: PaintedScreen
    private var covered = CoveredCells(rows: 20, columns: 30)

    init() throws { screen = try PaintedScreen(rows: 20, columns: 30) }

    private mutating func paint() {
        covered.uncover(whereChanged: screen.drawing.cells, from: screen.shown)
        _ = screen.frame()
    }

    /// The first row and column of each bare part, and the rows and columns that it takes.
    private mutating func bareParts() throws -> [[Int]] {
        let parts = BarePart.all(
            in: screen.drawing.cells, screen.drawing.pictures, but: covered, cell: try #require(cell))
        for part in parts { covered.cover(part.area) }
        return parts.compactMap(\.drawn).map { [$0.row, $0.column, $0.rows, $0.columns] }
    }

    @Test mutating func `a picture is drawn in parts of few rows, and not again`() throws {
        screen.draw(picture, row: 2, column: 3)
        paint()
        #expect(try bareParts() == [[2, 3, 6, 10], [8, 3, 4, 10]])
        paint()
        #expect(try bareParts().isEmpty)
    }

    @Test mutating func `text over a picture isn't covered, and only what it erased is drawn when it goes`() throws {
        screen.draw(picture, row: 0, column: 0)
        screen.drawing.write("text", row: 2, column: 2, style: .plain, link: "")
        paint()
        #expect(
            try bareParts() == [[0, 0, 2, 10], [2, 0, 1, 2], [2, 6, 1, 4], [3, 0, 3, 10], [6, 0, 4, 10]])
        screen.draw(picture, row: 0, column: 0)
        paint()
        #expect(try bareParts() == [[2, 2, 1, 4]])
    }

    @Test mutating func `all is drawn again after scrolling`() throws {
        screen.draw(picture, row: 2, column: 3)
        paint()
        _ = try bareParts()
        screen.erase()
        screen.draw(picture, row: 1, column: 3)
        paint()
        #expect(try bareParts() == [[1, 3, 6, 10], [7, 3, 4, 10]])
    }

    @Test mutating func `the last row is left free, and the last part above it has whole bands`() throws {
        screen.draw(picture, row: 12, column: 0)
        paint()
        // Six rows of 60 pixels are ten bands.
        #expect(try bareParts() == [[12, 0, 1, 10], [13, 0, 6, 10]])
    }

    @Test mutating func `so it is if the part above is there already`() throws {
        screen.draw(picture, row: 12, column: 0)
        paint()
        covered.cover(CellArea(rows: 12..<13, columns: 0..<10))
        #expect(try bareParts() == [[13, 0, 6, 10]])
    }

    @Test mutating func `a picture without pixels has no bare part`() throws {
        screen.draw(TestPicture(columns: 10, rows: 10), row: 2, column: 3)
        paint()
        #expect(try bareParts().isEmpty)
    }

    @Test mutating func `the same picture twice is drawn twice`() throws {
        screen.draw(picture, row: 0, column: 0)
        screen.draw(picture, row: 0, column: 12)
        paint()
        #expect(try bareParts().count == 4)
    }

    @Test mutating func `painting other cells leaves pixels alone`() throws {
        var narrow = picture
        narrow.columns = 5
        screen.drawing.write("abcdef", row: 4, column: 1, style: .plain, link: "")
        screen.drawing.write("abcdef", row: 4, column: 12, style: .plain, link: "")
        screen.draw(narrow, row: 0, column: 7)
        paint()
        _ = try bareParts()
        // Both sides of the row are painted, and the few cells between them are jumped over.
        screen.drawing.write("xxxxxx", row: 4, column: 1, style: .plain, link: "")
        screen.drawing.write("xxxxxx", row: 4, column: 12, style: .plain, link: "")
        covered.uncover(whereChanged: screen.drawing.cells, from: screen.shown)
        #expect(!screen.frame().contains("▀"))
        #expect(try bareParts().isEmpty)
    }

    @Test mutating func `what replaces a picture is painted, even if it is blank`() throws {
        var blank = picture
        blank.hasBlocks = false
        screen.draw(blank, row: 0, column: 0)
        paint()
        _ = try bareParts()
        screen.erase()
        covered.uncover(whereChanged: screen.drawing.cells, from: screen.shown)
        // Every row of the picture is erased.
        #expect(screen.frame().split(separator: "⎋[").count { $0.hasSuffix(";1H") } >= 10)
    }
}
