import CSQLite

/// The parameters of a statement that is about to run, taking their values one after the other.
package struct Parameters: ~Copyable {
    private let statement: OpaquePointer
    private(set) var count: Int32 = 0
    /// The first failure, if there was one.
    private(set) var status = SQLITE_OK
    /// Whether SQLite has made copies of values.
    private(set) var holdsCopies = false
    /// What is left of the statement's room for short texts.
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
        // A value too many is found by the count.
        if status == SQLITE_OK, bound != SQLITE_RANGE { status = bound }
    }

    private mutating func bind(_ text: String, at position: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { utf8 in
            // Not where it lies, which is good for this closure only.
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
