/// The widths of a table's columns, computed as in CSS: between the longest word and the longest line.
struct TableColumns {
    /// The fewest cells of a content without cutting words, and the most.
    struct Extent: Equatable {
        var least = 0
        var most = 0

        mutating func cover(_ other: Extent) {
            least = max(least, other.least)
            most = max(most, other.most)
        }
    }

    /// Longer words may be cut.
    private static let longestWord = 20

    private var extents: [Extent]

    /// The cells between two columns: a bar, with spaces or without.
    let gap: Int

    init(count: Int, gap: Int) {
        self.gap = gap
        extents = [Extent](repeating: Extent(least: 1, most: 1), count: count)
    }

    mutating func add(_ extent: Extent, to columns: Range<Int>) {
        var extent = extent
        extent.least = min(extent.least, Self.longestWord)
        if columns.count == 1 {
            extents[columns.lowerBound].cover(extent)
        } else {
            spread(extent, over: columns)
        }
    }

    /// Widens the columns of a cell that spans several, the widest most.
    private mutating func spread(_ extent: Extent, over columns: Range<Int>) {
        let gaps = gap * (columns.count - 1)
        let least = columns.reduce(gaps) { $0 + extents[$1].least }
        let most = columns.reduce(gaps) { $0 + extents[$1].most }
        let missingLeast = max(0, extent.least - least)
        let missingMost = max(0, extent.most - most)
        guard missingLeast > 0 || missingMost > 0 else { return }
        for (offset, column) in columns.enumerated() {
            let share = { (missing: Int) in missing / columns.count + (offset < missing % columns.count ? 1 : 0) }
            extents[column].least += share(missingLeast)
            extents[column].most = max(extents[column].most + share(missingMost), extents[column].least)
        }
    }

    /// Returns the widths, or nil if the columns don't fit without cutting words.
    func widths(within width: Int) -> [Int]? {
        let room = width - gap * (extents.count - 1)
        let most = extents.reduce(0) { $0 + $1.most }
        if most <= room { return extents.map { max(1, $0.most) } }
        guard extents.reduce(0, { $0 + max(1, $1.least) }) <= room else { return nil }
        let widths = shared(room)
        // Prose in a column of a few letters is unreadable.
        let isReadable = zip(widths, extents).allSatisfy { width, extent in width >= 10 || extent.most <= width * 3 }
        return isReadable ? widths : nil
    }

    /// Gives every column the cells of its words. Of the rest, columns that need less than their share get what they
    /// need, and the others share the remainder by their contents.
    private func shared(_ room: Int) -> [Int] {
        var widths = extents.map { max(1, $0.least) }
        var left = room - widths.reduce(0, +)
        var open = extents.indices.filter { extents[$0].most > widths[$0] }
        while true {
            let small = open.filter { (extents[$0].most - widths[$0]) * open.count <= left }
            if small.isEmpty { break }
            for column in small {
                left -= extents[column].most - widths[column]
                widths[column] = extents[column].most
            }
            open.removeAll { widths[$0] >= extents[$0].most }
        }
        var weight = open.reduce(0) { $0 + Self.weight(extents[$1]) }
        for column in open {
            let share = left * Self.weight(extents[column]) / max(1, weight)
            weight -= Self.weight(extents[column])
            widths[column] += share
            left -= share
        }
        return widths
    }

    /// A column with ten times the text doesn't get ten times the width, or the others would be unreadable.
    private static func weight(_ extent: Extent) -> Int { min(extent.most, 400) + 40 }
}

extension Compositor {
    /// Returns how narrow and how wide blocks can be set, without setting them.
    mutating func extent(of blocks: [Block], style: Style = []) -> TableColumns.Extent {
        var extent = TableColumns.Extent()
        for block in blocks { extent.cover(self.extent(of: block)) }
        return extent
    }

    private mutating func extent(of block: Block) -> TableColumns.Extent {
        switch block {
        case .paragraph(let content), .heading(_, let content): return extent(of: content)
        case .preformatted(let content):
            inlines.set(verbatim: content, style: [])
            let lines = breaker.cut(inlines.text.bytes, width: .max)
            let most = lines.map { CellWidth.of(inlines.text.bytes.span.extracting($0.line.range)) }.max() ?? 0
            return indented(.init(least: min(most, 20), most: most), by: 2)
        case .list(let list):
            var extent = TableColumns.Extent()
            var label = 1
            for item in list.items {
                extent.cover(self.extent(of: item.blocks))
                if let number = item.number { label = max(label, list.marker.label(of: number).utf8.count) }
            }
            return indented(extent, by: label + 1)
        case .definitions(let definitions):
            var extent = TableColumns.Extent()
            for definition in definitions {
                for term in definition.terms { extent.cover(self.extent(of: term)) }
                for details in definition.details { extent.cover(indented(self.extent(of: details), by: 4)) }
            }
            return extent
        case .quote(let blocks): return indented(extent(of: blocks), by: 2)
        case .table(let table): return extent(of: table)
        case .figure(let blocks, let caption):
            var extent = self.extent(of: blocks)
            extent.cover(self.extent(of: caption))
            return extent
        case .details(let summary, let blocks):
            var extent = self.extent(of: summary)
            extent.cover(self.extent(of: blocks))
            return indented(extent, by: 2)
        case .rule: return .init(least: 1, most: 1)
        case .anchor: return .init()
        }
    }

    private mutating func extent(of content: [Inline]) -> TableColumns.Extent {
        inlines.set(content)
        let (least, most) = breaker.extent(of: inlines.text.bytes)
        return .init(least: least, most: most)
    }

    /// A nested table is as wide as its longest row, and can be set as records.
    private mutating func extent(of table: Table) -> TableColumns.Extent {
        // Otherwise every table would measure those inside it, once per level.
        guard measuredTables < 3 else { return .init(least: 10, most: 200) }
        measuredTables += 1
        defer { measuredTables -= 1 }
        var extent = TableColumns.Extent()
        for row in table.rows {
            var most = 0
            for cell in row {
                let cells = self.extent(of: cell.blocks)
                extent.least = max(extent.least, cells.least)
                most += cells.most + (most > 0 ? 3 : 0)
            }
            extent.most = max(extent.most, most)
        }
        return extent
    }

    private func indented(_ extent: TableColumns.Extent, by cells: Int) -> TableColumns.Extent {
        .init(least: extent.least + cells, most: extent.most + cells)
    }
}
