import TestSupport

/// A screen as an SVG drawing. Every cell is where the terminal has it, whatever fonts are used to draw it.
struct Picture {
    let screen: Screen
    let colours: ScreenColours

    private static let cell = (width: 8.4, height: 19.0)
    private static let margin = 14.0

    var svg: String {
        let width = Double(screen.cells.first?.count ?? 0) * Self.cell.width + 2 * Self.margin
        let height = Double(screen.cells.count) * Self.cell.height + 2 * Self.margin
        let rows = screen.cells.enumerated().map { row, cells in draw(cells, top: top(of: row)) }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(number(width))" height="\(number(height))" \
            viewBox="0 0 \(number(width)) \(number(height))" font-size="14" shape-rendering="crispEdges" \
            font-family="'DejaVu Sans Mono', ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace">
            <rect width="100%" height="100%" rx="8" fill="\(colours.background)"/>
            \(rows.joined())</svg>

            """
    }

    private func top(of row: Int) -> Double { Self.margin + Double(row) * Self.cell.height }

    private func left(of column: Int) -> Double { Self.margin + Double(column) * Self.cell.width }

    /// Draws the backgrounds first, because letters may extend beyond their cells.
    private func draw(_ cells: [Screen.Cell], top: Double) -> String {
        let runs = Run.all(of: cells, colours)
        return runs.compactMap { background(of: $0, top: top) }.joined() + runs.map { text(of: $0, top: top) }.joined()
    }

    private func background(of run: Run, top: Double) -> String? {
        guard run.look.background != colours.background else { return nil }
        return rectangle(
            left(of: run.column), top, Double(run.cells) * Self.cell.width, Self.cell.height, run.look.background)
    }

    private func text(of run: Run, top: Double) -> String {
        if let shape = run.shape {
            let area = shape.area
            return rectangle(
                left(of: run.column) + area.x * Self.cell.width, top + area.y * Self.cell.height,
                (Double(run.cells - 1) + area.width) * Self.cell.width, area.height * Self.cell.height,
                run.look.foreground, opacity: run.look.opacity)
        }
        guard run.text.contains(where: { $0 != " " }) else { return "" }
        let length = number(Double(run.cells) * Self.cell.width)
        return """
            <text x="\(number(left(of: run.column)))" y="\(number(top + 14))" textLength="\(length)" \
            lengthAdjust="spacingAndGlyphs" xml:space="preserve" fill="\(run.look.foreground)"\(run.look.attributes)>\
            \(run.text.escapedForXML)</text>

            """
    }

    private func rectangle(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ fill: String, opacity: String = ""
    ) -> String {
        """
        <rect x="\(number(x))" y="\(number(y))" width="\(number(width))" height="\(number(height))" fill="\(fill)"\(opacity)/>

        """
    }
}

/// A number with no more digits than the drawing needs.
private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}
