import CSQLite

/// The reason why a text is divided into tokens.
package enum TokenizerPurpose: Equatable, Sendable {
    /// The text is indexed, or removed from the index.
    case document
    /// The text is a phrase of a query. Its last token may be a prefix.
    case query(isPrefix: Bool)
    /// A function such as `highlight` looks at a document.
    case auxiliary
}

/// Receives the tokens of a tokenizer, in the order of the text.
package struct TokenSink: ~Copyable {
    typealias Receiver =
        @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32) -> Int32

    private let receiver: Receiver
    private let context: UnsafeMutableRawPointer?
    fileprivate private(set) var status = SQLITE_OK

    fileprivate init(_ receiver: @escaping Receiver, _ context: UnsafeMutableRawPointer?) {
        self.receiver = receiver
        self.context = context
    }

    /// Whether no more tokens are needed, so that the tokenizer may stop.
    package var isClosed: Bool { status != SQLITE_OK }

    /// Adds a token for these bytes of the text. The token's own bytes are needed only during the call.
    ///
    /// A synonym has the same position as the token before it.
    package mutating func add(_ token: Span<UInt8>, for range: Range<Int>, isSynonym: Bool = false) {
        guard !isClosed else { return }
        status = token.withUnsafeBytes { bytes in
            receiver(
                context, isSynonym ? FTS5_TOKEN_COLOCATED : 0, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(bytes.count), Int32(range.lowerBound), Int32(range.upperBound))
        }
    }
}

extension Database {
    /// Adds `body` as a tokenizer for full-text tables (`tokenize = 'name'`) to this connection.
    ///
    /// It runs on the thread of the query or the change and gets the text's bytes, borrowed from SQLite; they are UTF-8
    /// if the program stored UTF-8. It must always divide the same text the same way while a table uses it, but may
    /// divide a query differently from a document.
    package func addTokenizer(
        _ name: String, _ body: @escaping @Sendable (Span<UInt8>, TokenizerPurpose, inout TokenSink) -> Void
    ) throws(SQLiteError) {
        guard let api = try fullTextInterface() else {
            throw SQLiteError(code: SQLITE_ERROR, message: "this SQLite has no full-text search")
        }
        let tokenizer = Unmanaged.passRetained(Tokenizer(body))
        // One tokenizer serves all tables; each gets a pointer to it.
        var methods = fts5_tokenizer(
            xCreate: { tokenizer, _, argumentCount, made in
                guard argumentCount == 0 else { return SQLITE_ERROR }
                made?.pointee = OpaquePointer(tokenizer)
                return SQLITE_OK
            },
            xDelete: { _ in },
            xTokenize: { tokenizer, context, flags, text, count, receiver in
                guard let tokenizer, let receiver else { return SQLITE_ERROR }
                var sink = TokenSink(receiver, context)
                let bytes = UnsafeRawBufferPointer(start: text, count: Int(count)).bindMemory(to: UInt8.self)
                Unmanaged<Tokenizer>.fromOpaque(UnsafeRawPointer(tokenizer)).takeUnretainedValue()
                    .body(bytes.span, TokenizerPurpose(flags: flags), &sink)
                return sink.status
            })
        let status = api.pointee.xCreateTokenizer(
            api, name, tokenizer.toOpaque(), &methods,
            { tokenizer in tokenizer.map { Unmanaged<Tokenizer>.fromOpaque($0).release() } })
        guard status == SQLITE_OK else {
            // Unlike with a function, SQLite doesn't release a tokenizer that it refused.
            tokenizer.release()
            throw SQLiteError(code: status, message: "the tokenizer can't be added")
        }
    }

    /// Returns FTS5's interface for programs, which a query returns through a bound pointer.
    private func fullTextInterface() throws(SQLiteError) -> UnsafeMutablePointer<fts5_api>? {
        let sql = "SELECT fts5(?)"
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection.handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw SQLiteError(connection.handle, sql: sql)
        }
        defer { sqlite3_finalize(statement) }
        // SQLite keeps this pointer until the statement has run, so the bytes must stay in place.
        let type: StaticString = "fts5_api_ptr"
        let typeName = UnsafeRawPointer(type.utf8Start).assumingMemoryBound(to: CChar.self)
        var api: UnsafeMutablePointer<fts5_api>?
        return withUnsafeMutablePointer(to: &api) { place in
            sqlite3_bind_pointer(statement, 1, place, typeName, nil)
            sqlite3_step(statement)
            return place.pointee
        }
    }
}

extension TokenizerPurpose {
    fileprivate init(flags: Int32) {
        if flags & FTS5_TOKENIZE_QUERY != 0 {
            self = .query(isPrefix: flags & FTS5_TOKENIZE_PREFIX != 0)
        } else {
            self = flags & FTS5_TOKENIZE_AUX != 0 ? .auxiliary : .document
        }
    }
}

/// A class, because SQLite keeps its address.
private final class Tokenizer {
    let body: @Sendable (Span<UInt8>, TokenizerPurpose, inout TokenSink) -> Void

    init(_ body: @escaping @Sendable (Span<UInt8>, TokenizerPurpose, inout TokenSink) -> Void) {
        self.body = body
    }
}
