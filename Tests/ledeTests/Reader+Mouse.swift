import TestSupport

extension Reader {
    /// Sends what xterm does when the mouse is pressed, moved or released over a cell, the first being 0.
    func point(_ code: String, row: Int, column: Int, isRelease: Bool = false) throws {
        try type("\u{1B}[<\(code);\(column + 1);\(row + 1)\(isRelease ? "m" : "M")")
    }

    /// In one piece, so that no busy machine comes between the two.
    func pointTwice(row: Int, column: Int) throws {
        try type(String(repeating: "\u{1B}[<0;\(column + 1);\(row + 1)M", count: 2))
    }
}
