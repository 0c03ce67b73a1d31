/// The tab stops every eight columns, in a buffer that a text is written to in pieces.
struct TabStops {
    /// The position up to which `column` has been counted, so that no line is measured twice.
    private var measured: Int
    private var column = 0

    /// Begins the text at the end of the buffer.
    init(in buffer: [UInt8] = []) {
        measured = buffer.count
    }

    mutating func appendTab(to buffer: inout [UInt8]) {
        if let newline = buffer[measured...].lastIndex(of: .newline) {
            measured = newline + 1
            column = 0
        }
        column += CellWidth.of(buffer.span.extracting(measured...))
        let cells = 8 - column % 8
        buffer.append(contentsOf: repeatElement(.space, count: cells))
        column += cells
        measured = buffer.count
    }
}
