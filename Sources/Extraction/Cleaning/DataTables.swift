import HTML

extension Draft {
    /// Marks the tables that hold data, and not the page's layout.
    mutating func markDataTables(in root: DraftID) {
        for table in elements(in: root, where: { $0.tag == .table }) where holdsData(table) {
            nodes[table.index].traits.insert(.isDataTable)
            keep(table)
        }
    }

    /// Marks an element and those around it as not to be removed for their looks.
    mutating func keep(_ id: DraftID) {
        var next: DraftID? = id
        while let around = next, !nodes[around.index].traits.contains(.isKept) {
            nodes[around.index].traits.insert(.isKept)
            next = parent(of: around)
        }
    }

    private func holdsData(_ table: DraftID) -> Bool {
        if value(.role, of: table) == "presentation" { return false }
        var rows = 0
        var columns = 0
        var cells = 0
        var hasInner = false
        var next = node(after: table, in: table)
        while let id = next {
            next = node(after: id, in: table)
            switch tag(of: id) {
            case .caption where firstChild(of: id) != nil: return true
            case .col, .colgroup, .tfoot, .thead, .th: return true
            case .table:
                // Its own cells are not ours, and each is visited only once.
                hasInner = true
                next = nodePast(id, in: table)
            case .tr:
                rows += span(.rowspan, of: id)
                cells = 0
            case .td:
                cells += span(.colspan, of: id)
                columns = max(columns, cells)
            default: break
            }
        }
        guard !hasInner, rows > 1, columns > 1 else { return false }
        return rows >= 10 || columns > 4 || rows * columns > 10
    }

    private func span(_ attribute: HTML.Attribute, of id: DraftID) -> Int {
        min(max(value(attribute, of: id).flatMap { Int($0) } ?? 1, 1), 1000)
    }
}
