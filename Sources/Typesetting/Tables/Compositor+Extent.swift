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
