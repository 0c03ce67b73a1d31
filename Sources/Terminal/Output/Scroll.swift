/// A part of the screen whose content the terminal itself moves up or down, which takes much fewer bytes than painting it
/// again.
nonisolated struct Scroll {
    let area: CellArea
    /// How many rows up; down if negative.
    let distance: Int

    /// The bytes of a scroll.
    private static let cost = 40
    /// Fewer changed rows are painted.
    private static let fewestRows = 3
    /// One of so many changed rows has moved at least, or what changed is a page.
    private static let fewestShare = 4

    init(of area: CellArea, by distance: Int) { (self.area, self.distance) = (area, distance) }

    /// Finds out whether the content of a part has moved. Terminals without `hasMargins` move whole rows, and what stands
    /// beside the part is painted again. Nil if painting everything takes no more bytes.
    init?(in part: CellArea, from shown: CellGrid, to drawn: CellGrid, hasMargins: Bool) {
        guard let distance = Self.distance(in: part, from: shown, to: drawn) else { return nil }
        self.distance = distance
        area = hasMargins ? part : CellArea(rows: part.rows, columns: 0..<drawn.columns)
        let costOfMoved = cost(from: shown, to: drawn) { source(of: $0) }
        guard cost(from: shown, to: drawn, upTo: costOfMoved + Self.cost, source: { $0 }) > costOfMoved + Self.cost
        else { return nil }
    }

    /// The row whose content a row of the area has afterwards; nil if it is empty.
    func source(of row: Int) -> Int? {
        area.rows.contains(row + distance) ? row + distance : nil
    }

    /// The distance that explains most of the changed rows, if there are some.
    private static func distance(in area: CellArea, from shown: CellGrid, to drawn: CellGrid) -> Int? {
        let changed = area.rows.filter { drawn.differs(from: shown, inRow: $0, columns: area.columns) }
        guard changed.count >= fewestRows else { return nil }
        // Mostly it's a single row.
        for distance in [1, -1] {
            let unlike = changed.lazy.filter { row in
                !area.rows.contains(row + distance)
                    || drawn.differs(from: shown, inRow: row, columns: area.columns, row: row + distance)
            }
            if unlike.prefix(fewestRows).count < fewestRows { return distance }
        }
        let before = area.rows.map { shown.digest(ofRow: $0, columns: area.columns) }
        let after = changed.map { drawn.digest(ofRow: $0, columns: area.columns) }
        var best = (distance: 0, rows: 0)
        for size in 1..<area.rows.count {
            for distance in [size, -size] {
                var rows = 0
                for (row, digest) in zip(changed, after) {
                    let source = row + distance - area.rows.lowerBound
                    if before.indices.contains(source), before[source] == digest { rows += 1 }
                }
                if rows > best.rows { best = (distance, rows) }
            }
        }
        return best.rows * fewestShare >= changed.count ? best.distance : nil
    }

    /// The bytes that painting the area takes if its rows show what other rows showed; more than `limit` if it is over that.
    private func cost(
        from shown: CellGrid, to drawn: CellGrid, upTo limit: Int = .max, source: (_ row: Int) -> Int?
    ) -> Int {
        var cost = 0
        for row in area.rows where cost <= limit {
            cost += drawn.paintingCost(ofRow: row, columns: area.columns, over: shown, row: source(row))
        }
        return cost
    }
}
