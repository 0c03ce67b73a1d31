import Foundation

/// A picture to take: the size of the terminal, the keys to press, and what must be on the screen then.
package struct Scene {
    let name: String
    var size = (columns: 164, rows: 36)
    var theme = "dark"
    var keys: [Keystroke] = []
    let shows: String

    static let all = [
        Scene(name: "panes", keys: [.enter], shows: "An experiment"),
        Scene(name: "panes-light", theme: "light", keys: [.enter], shows: "An experiment"),
        Scene(name: "article", size: (84, 30), keys: [.enter], shows: "An experiment"),
        Scene(name: "items", size: (84, 24), keys: ["q", "g", .enter], shows: "Storm warnings"),
        Scene(
            name: "pictures", size: (84, 29), keys: ["q", "'", "Harbour Times", .enter, .enter, "g", .enter],
            shows: "Swans kept"),
        Scene(name: "search", size: (110, 18), keys: ["q", "/", "light"], shows: "found"),
        Scene(name: "help", size: (84, 30), keys: ["q", "?"], shows: "Keys in the feed list")
    ]

    package static func takeAll(to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for scene in all {
            let path = "\(folder)/\(scene.name).svg"
            try scene.take().svg.write(toFile: path, atomically: true, encoding: .utf8)
            print(path)
        }
    }

    /// Takes the picture in a new home folder, with a library of invented feeds that are read from files.
    func take() throws -> Picture {
        let home = try Home()
        let server = try LoopbackServer { _ in
            Answer(200, headers: ["Content-Type": "image/png"], body: Landscape.png)
        }
        try home.write(urls: lines(in: home, picture: server.url("/bay.png")))
        try home.write(config: "theme \(theme)\n")
        // One feed fails, because in real life one always does.
        _ = try Lede.run("refresh", home: home)
        for (mark, title) in [
            ("read", "^From the archive|timer|Fog|quay|Sort|bench|index|Queues|test that|Names are|Winds|Tugs|tugs"),
            ("star", "terminals|radio|Undo")
        ] {
            let run = try Lede.run("mark", mark, "--filter", "title =~ \"\(title)\"", home: home)
            guard run.status == 0 else { throw Failure(reason: run.errors) }
        }
        let reader = try Reader.launch(environment: ["COLORTERM": "truecolor"], size: size, home: home)
        let feed = ShownFeed.all[0].name
        try reader.waitForScreen(showing: feed)
        // Jumps to the feed by its name, wherever it is in the list, and to its newest item.
        for key: Keystroke in ["'", .text(feed), .enter, .enter, "g"] + keys {
            try reader.press(key)
            try reader.settle()
        }
        let screen = try reader.waitForScreen(showing: shows)
        return Picture(screen: screen, colours: theme == "light" ? .light : .dark)
    }

    /// The lines of the urls file: the feeds in their groups, and one feed whose server is gone.
    private func lines(in home: Home, picture: String) throws -> [String] {
        var lines: [String] = []
        var group = ""
        for (index, feed) in ShownFeed.all.enumerated() {
            let path = "\(home.path)/\(index).xml"
            try feed.document(at: .now, picture: picture).write(toFile: path, atomically: true, encoding: .utf8)
            if feed.group != group { lines.append("#: group \(feed.group)") }
            group = feed.group
            lines.append("file://\(path)")
        }
        return lines + ["#: group", "http://127.0.0.1:9/feed \"~Old Weblog\""]
    }

    struct Failure: Error {
        let reason: String
    }
}

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

/// Adjacent cells that look the same.
struct Run {
    let column: Int
    private(set) var text: String
    private(set) var cells: Int
    let look: Look

    /// The look of a cell, in the terms of a drawing.
    struct Look: Equatable {
        let foreground: String
        let background: String
        let isDim: Bool
        /// Whether it is a part of a picture: text has no colours of its own behind it in blocks.
        let isPicture: Bool
        private let isBold: Bool
        private let isItalic: Bool
        private let isUnderlined: Bool

        init(_ cell: Screen.Cell, _ colours: ScreenColours) {
            let (front, back) = (
                colours.hex(cell.foreground, else: colours.foreground),
                colours.hex(cell.background, else: colours.background)
            )
            (foreground, background) = cell.reverse ? (back, front) : (front, back)
            isPicture =
                cell.text.unicodeScalars.first.map { 0x2580...0x259F ~= $0.value } == true && cell.background.isRGB
            (isDim, isBold, isItalic, isUnderlined) = (cell.dim, cell.bold, cell.italic, cell.underline)
        }

        var opacity: String { isDim ? " opacity=\"0.6\"" : "" }

        var attributes: String {
            (isBold ? " font-weight=\"bold\"" : "") + (isItalic ? " font-style=\"italic\"" : "")
                + (isUnderlined ? " text-decoration=\"underline\"" : "") + opacity
        }
    }

    /// The runs of a row, from left to right. Wide characters and shapes get a run of their own, and so does every
    /// word, so that it stays in its place in any font.
    static func all(of row: [Screen.Cell], _ colours: ScreenColours) -> [Run] {
        var runs: [Run] = []
        for (column, cell) in row.enumerated() where cell.width > 0 {
            let run = Run(column: column, text: cell.text, cells: cell.width, look: Look(cell, colours))
            if let last = runs.indices.last, runs[last].goesOn(with: run) {
                runs[last].text += run.text
                runs[last].cells += run.cells
            } else {
                runs.append(run)
            }
        }
        return runs
    }

    /// The shape that the text is drawn as.
    var shape: Shape? { Shape(text, inPicture: look.isPicture) }

    private func goesOn(with next: Run) -> Bool {
        guard look == next.look, cells == text.count, next.cells == 1 else { return false }
        return shape == nil && next.shape == nil && (text.last == " ") == (next.text == " ")
    }
}

extension Screen.Colour {
    fileprivate var isRGB: Bool { if case .rgb = self { true } else { false } }
}

/// A character that fills a part of its cell and is drawn as a shape to meet its neighbours, because fonts disagree on
/// its height.
struct Shape: Equatable {
    /// As fractions of a cell, from its upper left corner.
    let area: Area

    struct Area: Equatable {
        let x, y, width, height: Double
    }

    /// A part of a picture meets its neighbours on all sides; elsewhere, eighths are small diagrams.
    init?(_ text: String, inPicture: Bool) {
        if inPicture, let area = Self.block(text) {
            self.area = area
            return
        }
        switch text {
        case "│": area = Area(x: 0.45, y: 0, width: 0.12, height: 1)
        case "─": area = Area(x: 0, y: 0.48, width: 1, height: 0.05)
        case "━": area = Area(x: 0, y: 0.46, width: 1, height: 0.1)
        case "▐": area = Area(x: 0.5, y: 0, width: 0.5, height: 1)
        case "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█":
            // Eighths of a cell, in the order of their Unicode code points.
            guard let scalar = text.unicodeScalars.first else { return nil }
            let height = Double(scalar.value - 0x2580) / 8 * 0.8
            area = Area(x: 0, y: 0.9 - height, width: 1, height: height)
        default: return nil
        }
    }

    /// Halves and eighths, counted from the bottom and from the left (Unicode's block elements). Nil for quarters.
    private static func block(_ text: String) -> Area? {
        guard let code = text.unicodeScalars.first?.value else { return nil }
        switch code {
        case 0x2580: return Area(x: 0, y: 0, width: 1, height: 0.5)
        case 0x2581...0x2588:
            let height = Double(code - 0x2580) / 8
            return Area(x: 0, y: 1 - height, width: 1, height: height)
        case 0x2589...0x258F: return Area(x: 0, y: 0, width: Double(0x2590 - code) / 8, height: 1)
        case 0x2590: return Area(x: 0.5, y: 0, width: 0.5, height: 1)
        case 0x2594: return Area(x: 0, y: 0, width: 1, height: 0.125)
        case 0x2595: return Area(x: 0.875, y: 0, width: 0.125, height: 1)
        case 0x2596: return Area(x: 0, y: 0.5, width: 0.5, height: 0.5)
        case 0x2597: return Area(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
        case 0x2598: return Area(x: 0, y: 0, width: 0.5, height: 0.5)
        case 0x259D: return Area(x: 0.5, y: 0, width: 0.5, height: 0.5)
        default: return nil
        }
    }
}

/// The colours of a terminal, in the notation of a drawing.
struct ScreenColours {
    let foreground: String
    let background: String

    static let dark = ScreenColours(foreground: "#d4d4d4", background: "#1b1d23")
    static let light = ScreenColours(foreground: "#2e3440", background: "#fbfbfa")

    func hex(_ colour: Screen.Colour, else standard: String) -> String {
        switch colour {
        case .standard: standard
        case .indexed(let index): Self.hex(index)
        case .rgb(let red, let green, let blue): Self.hex([red, green, blue])
        }
    }

    /// Every terminal chooses the first sixteen colours. Then come a cube with six steps per channel and the greys
    /// (xterm's 256 colours).
    private static func hex(_ index: UInt8) -> String {
        switch index {
        case 0..<16: return basic[Int(index)]
        case 16..<232:
            let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
            let number = Int(index) - 16
            return hex([steps[number / 36], steps[number / 6 % 6], steps[number % 6]])
        default: return hex([UInt8](repeating: 8 + 10 * (index - 232), count: 3))
        }
    }

    private static func hex(_ channels: [UInt8]) -> String {
        "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static let basic = [
        "#2b2f37", "#d0686a", "#98b573", "#d7b26f", "#6c9fd2", "#b48ead", "#6fb3b8", "#c8ccd4",
        "#5a606b", "#e08283", "#b0cc8d", "#e6c88a", "#88b6e0", "#c8a5c3", "#8cc7cb", "#f0f2f5"
    ]
}
