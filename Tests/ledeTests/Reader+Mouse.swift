import TestSupport

extension Reader {
    /// Sends a mouse event as xterm does. Rows and columns start with 0.
    func point(_ code: String, row: Int, column: Int, isRelease: Bool = false) throws {
        try type("\u{1B}[<\(code);\(column + 1);\(row + 1)\(isRelease ? "m" : "M")")
    }
}
