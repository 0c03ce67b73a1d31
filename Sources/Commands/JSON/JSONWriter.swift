/// Writes JSON as UTF-8 in pieces, so that no whole document is in memory.
struct JSONWriter {
    private var piece: [UInt8] = []
    private let pass: ([UInt8]) -> Void

    init(passingTo pass: @escaping ([UInt8]) -> Void) {
        self.pass = pass
    }

    /// Writes a document on one line.
    mutating func write(_ document: JSON) {
        switch document {
        case .null: piece += "null".utf8
        case .bool(let value): piece += (value ? "true" : "false").utf8
        case .integer(let value): piece += String(value).utf8
        case .string(let value): write(value)
        case .array(let elements):
            piece.append(UInt8(ascii: "["))
            var isFirst = true
            for element in elements {
                separate(&isFirst)
                write(element)
            }
            piece.append(UInt8(ascii: "]"))
        case .object(let members): write(members: members.lazy.map { ($0.key, $0.value) })
        case .members(let members): write(members: members)
        }
        if piece.count > Self.pieceSize { passPiece() }
    }

    private mutating func write(members: some Sequence<(String, JSON)>) {
        piece.append(UInt8(ascii: "{"))
        var isFirst = true
        for (key, value) in members {
            separate(&isFirst)
            write(key)
            piece.append(UInt8(ascii: ":"))
            write(value)
        }
        piece.append(UInt8(ascii: "}"))
    }

    /// Ends a document's line without passing it on yet.
    mutating func endLine() { piece.append(UInt8(ascii: "\n")) }

    /// Passes on the rest.
    mutating func finish(with end: String = "") {
        piece += end.utf8
        passPiece()
    }

    private static let pieceSize = 64 << 10

    private mutating func separate(_ isFirst: inout Bool) {
        if !isFirst { piece.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    private mutating func passPiece() {
        pass(piece)
        piece.removeAll(keepingCapacity: true)
    }

    private mutating func write(_ string: String) {
        piece.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { write($0) }
        piece.append(UInt8(ascii: "\""))
    }

    // Copies text in the longest possible runs, since most needs no escapes.
    private mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        var at = 0
        while at < text.count {
            guard let special = JSONEscape(at: at, in: text) else {
                at += 1
                continue
            }
            piece += text[start..<at]
            piece += special.text.utf8
            at += special.length
            start = at
        }
        piece += text[start...]
    }
}
