import Foundation

/// A growth plot as SVG, readable on light and dark pages. Each curve has its name at its right end.
struct GrowthDrawing {
    private static let (width, height) = (960.0, 480.0)
    private static let (left, right, top, bottom) = (92.0, 348.0, 52.0, 52.0)
    private static let lineHeight = 18.0
    /// Colours that differ in lightness, too, on white and on black.
    private static let colours = [
        "#2a86c8", "#d55e00", "#009e73", "#b9569a", "#7a6ff0", "#9a8200", "#808890", "#d04a4a"
    ]

    private let plot: GrowthPlot
    private let sizes: LogarithmicScale
    private let values: LogarithmicScale

    init(_ plot: GrowthPlot) {
        self.plot = plot
        let points = plot.curves.flatMap(\.points)
        sizes = LogarithmicScale(
            points.map(\.size), isWhole: false, from: Self.left, to: Self.width - Self.right)
        values = LogarithmicScale(points.map(\.value), isWhole: true, from: Self.height - Self.bottom, to: Self.top)
    }

    var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(number(Self.width))" height="\(number(Self.height))" \
        viewBox="0 0 \(number(Self.width)) \(number(Self.height))" role="img" aria-label="\(escaped(plot.title))" \
        font-family="system-ui, 'DejaVu Sans', sans-serif" font-size="13">
        <style>
        .page { fill: #ffffff } .grid { stroke: #dddddd } .word { fill: #333333 }
        @media (prefers-color-scheme: dark) {
        .page { fill: #0d1117 } .grid { stroke: #30363d } .word { fill: #d0d7de }
        }
        </style>
        <rect class="page" width="100%" height="100%"/>
        \(text(plot.title, x: Self.left, y: 28, weight: "bold"))
        \((grid + zip(plot.curves, labelHeights).enumerated().map { draw($1.0, number: $0, labelAt: $1.1) }).joined(separator: "\n"))
        </svg>

        """
    }

    private var grid: [String] {
        let edge = Self.height - Self.bottom
        let columns = Set(plot.curves.flatMap(\.points).map(\.size)).sorted().flatMap { size in
            let x = sizes.position(of: size)
            return [
                line(x, Self.top, x, edge), text(DecimalText.of(size), x: x, y: edge + 22, anchor: "middle")
            ]
        }
        let rows = values.powers.flatMap { value in
            let y = values.position(of: value)
            return [
                line(Self.left, y, Self.width - Self.right, y),
                text(
                    "\(value < 1 ? number(value) : DecimalText.of(value)) \(plot.unit)", x: Self.left - 8, y: y + 4,
                    anchor: "end")
            ]
        }
        return columns + rows
    }

    /// Where the names of curves go: beside their last points, but not on each other.
    private var labelHeights: [Double] {
        let wanted = plot.curves.map { curve in curve.points.last.map { values.position(of: $0.value) } ?? Self.top }
        let order = wanted.indices.sorted { (wanted[$0], $0) < (wanted[$1], $1) }
        var heights = wanted
        // From the bottom up, and then down again where that left the picture.
        var limit = Self.height - Self.bottom
        for index in order.reversed() {
            heights[index] = min(wanted[index], limit)
            limit = heights[index] - Self.lineHeight
        }
        limit = Self.top
        for index in order {
            heights[index] = max(heights[index], limit)
            limit = heights[index] + Self.lineHeight
        }
        return heights
    }

    private func draw(_ curve: GrowthPlot.Curve, number: Int, labelAt height: Double) -> String {
        let colour = Self.colours[number % Self.colours.count]
        let points = curve.points.map { (x: sizes.position(of: $0.size), y: values.position(of: $0.value)) }
        guard let last = points.last else { return "" }
        let path = points.map { "\(self.number($0.x)),\(self.number($0.y))" }.joined(separator: " ")
        let dots = points.map {
            "<circle cx=\"\(self.number($0.x))\" cy=\"\(self.number($0.y))\" r=\"3.5\" fill=\"\(colour)\"/>"
        }
        let end = Self.width - Self.right + 22
        let leader =
            "<line x1=\"\(self.number(last.x + 5))\" y1=\"\(self.number(last.y))\" x2=\"\(self.number(end - 4))\" "
            + "y2=\"\(self.number(height))\" stroke=\"\(colour)\" stroke-opacity=\"0.5\"/>"
        let value = curve.points.last.map { " \(DecimalText.of($0.value)) \(plot.unit)" } ?? ""
        return
            ([
                "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\"/>", leader,
                text(curve.name + value, x: end, y: height + 4, colour: colour)
            ] + dots).joined(separator: "\n")
    }

    private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
        "<line class=\"grid\" x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\"/>"
    }

    private func text(
        _ words: String, x: Double, y: Double, anchor: String = "start", weight: String = "normal",
        colour: String? = nil
    ) -> String {
        let look = colour.map { "fill=\"\($0)\"" } ?? "class=\"word\""
        return
            "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\" font-weight=\"\(weight)\" \(look)>"
            + escaped(words) + "</text>"
    }

    private func number(_ value: Double) -> String { String(format: "%g", (value * 1000).rounded() / 1000) }

    private func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: "\"", with: "&quot;")
    }
}

/// Maps values to positions along an axis on which each power of ten is as long.
struct LogarithmicScale {
    private let (least, most): (Double, Double)
    private let (start, end): (Double, Double)

    /// With `isWhole`, the axis begins and ends with a power of ten.
    init(_ values: [Double], isWhole: Bool, from start: Double, to end: Double) {
        let (low, high) = (log10(values.min() ?? 1), log10(values.max() ?? 1))
        least = isWhole ? low.rounded(.down) : low
        most = isWhole ? max(high.rounded(.up), low.rounded(.down) + 1) : max(high, low + 0.1)
        (self.start, self.end) = (start, end)
    }

    func position(of value: Double) -> Double { start + (log10(value) - least) / (most - least) * (end - start) }

    var powers: [Double] { (Int(least.rounded(.up))...Int(most.rounded(.down))).map { pow(10, Double($0)) } }
}
