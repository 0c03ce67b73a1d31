import CSQLite

/// The parameters of a statement about to run, which are bound one after the other.
package struct Parameters: ~Copyable {
    private let statement: OpaquePointer
    private(set) var count: Int32 = 0
    /// SQLite's first failure, if any.
    private(set) var status = SQLITE_OK
    /// Whether SQLite has copied values.
    private(set) var holdsCopies = false
    /// The rest of the statement's memory for short texts.
    private var scratch: Slice<UnsafeMutableRawBufferPointer>

    init(of statement: OpaquePointer, scratch: UnsafeMutableRawBufferPointer) {
        self.statement = statement
        self.scratch = scratch[...]
    }

    /// Binds the next parameter by position.
    mutating func bind(_ value: Value) {
        count += 1
        let bound =
            switch value {
            case .null: sqlite3_bind_null(statement, count)
            case .integer(let integer): sqlite3_bind_int64(statement, count, integer)
            case .real(let real): sqlite3_bind_double(statement, count, real)
            case .text(let text): bind(text, at: count)
            case .blob(let bytes): bind(bytes, at: count)
            }
        // The count reveals a surplus value.
        if status == SQLITE_OK, bound != SQLITE_RANGE { status = bound }
    }

    private mutating func bind(_ text: String, at position: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { utf8 in
            // The text's own bytes are valid only in this closure, so they are copied.
            let isShort = utf8.count <= scratch.count
            var bytes = UnsafeRawBufferPointer(utf8)
            if isShort {
                let room = UnsafeMutableRawBufferPointer(rebasing: scratch)
                room.copyMemory(from: bytes)
                bytes = UnsafeRawBufferPointer(room)
                scratch = scratch.dropFirst(utf8.count)
            } else {
                holdsCopies = true
            }
            return sqlite3_bind_text64(
                statement, position, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(utf8.count),
                isShort ? nil : lede_sqlite_transient(), UInt8(SQLITE_UTF8))
        }
    }

    private mutating func bind(_ bytes: [UInt8], at position: Int32) -> Int32 {
        guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, position, 0) }
        holdsCopies = true
        return sqlite3_bind_blob64(statement, position, bytes, UInt64(bytes.count), lede_sqlite_transient())
    }
}
