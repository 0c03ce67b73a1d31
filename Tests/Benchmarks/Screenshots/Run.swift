import TestSupport

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
