/// The figures of one section as a table: a row for each, and columns only for what is there.
package struct FigureTable {
    package let header: [String]
    package let rows: [[String]]

    package init(_ title: String, _ figures: [Figure]) {
        var peers: [String] = []
        for peer in figures.flatMap(\.peers) where !peers.contains(peer.name) { peers.append(peer.name) }
        let floors = Set(figures.compactMap(\.floor?.name))
        let floor = floors.count == 1 ? floors.first : nil
        let columns: [(name: String, cell: (Figure) -> String)] =
            [
                (title, \.label), ("lede", { $0.unit.text($0.value) }),
                ("99%", { $0.sample.runs > 1 ? $0.unit.text($0.sample.high) : "" }),
                ("runs", Self.runs),
                (floor.map { "floor: \($0)" } ?? "floor", { Self.floor($0, isNamed: floor != nil) })
            ]
            + peers.map { peer in (peer, { figure in Self.peer(peer, figure) }) }
            + [("goal", Self.goal)]
        let cells = columns.map { column in figures.map(column.cell) }
        let used = columns.indices.filter { $0 < 2 || cells[$0].contains { !$0.isEmpty } }
        header = used.map { columns[$0].name }
        rows = figures.indices.map { row in used.map { cells[$0][row] } }
    }

    /// The table for terminals.
    package var text: String { TextColumns([header] + rows).text }

    private static func runs(_ figure: Figure) -> String {
        (figure.statistic == .least ? "least of " : "") + DecimalText.of(figure.sample.runs)
    }

    /// The floor, with its name unless the column has it.
    private static func floor(_ figure: Figure, isNamed: Bool) -> String {
        guard let floor = figure.floor else { return "" }
        return (isNamed ? "" : "\(floor.name) ") + other(floor, figure)
    }

    private static func peer(_ name: String, _ figure: Figure) -> String {
        figure.peers.first { $0.name == name }.map { other($0, figure) } ?? ""
    }

    /// Another's value, and how many times as much lede's is.
    private static func other(_ other: Figure.Other, _ figure: Figure) -> String {
        let value = figure.value(of: other.sample)
        return figure.unit.text(value) + (value > 0 ? " (\(FigureUnit.times.text(figure.value / value)))" : "")
    }

    private static func goal(_ figure: Figure) -> String {
        guard let goal = figure.goal else { return "" }
        let isMissed = figure.value > goal.value || goal.high.map { figure.sample.high > $0 } == true
        let goals = [goal.value, goal.high].compactMap { $0 }.map(figure.unit.text)
        return goals.joined(separator: " / ") + (isMissed ? ", missed" : "")
    }
}
