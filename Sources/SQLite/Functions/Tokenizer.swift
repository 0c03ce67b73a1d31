import CSQLite

/// What a text is cut into tokens for.
package enum TokenizerPurpose: Equatable, Sendable {
    /// It is being indexed, or taken out of the index.
    case document
    /// It is a phrase of a query, of which the last token may stand for all that begin so.
    case query(isPrefix: Bool)
    /// A function such as `highlight` looks at a document.
    case auxiliary
}

/// Where a tokenizer puts the tokens that it finds, in the order of the text.
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

    /// Whether no more is wanted: the tokenizer may stop.
    package var isClosed: Bool { status != SQLITE_OK }

    /// Adds a token, which stands for these bytes of the text. Its own bytes are good for this call.
    ///
    /// A synonym has the place of the token before it, as another word for the same.
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
    /// Makes `body` a tokenizer of full-text tables, as `tokenize = 'name'`, on this connection.
    ///
    /// It is called on whatever thread runs the query or the change, with the bytes of a text, which are SQLite's own
    /// and UTF-8 where a program stored them so. It must cut the same text the same way for as long as a table is
    /// made with it, but may cut a query in another way than a document.
    package func addTokenizer(
        _ name: String, _ body: @escaping @Sendable (Span<UInt8>, TokenizerPurpose, inout TokenSink) -> Void
    ) throws(SQLiteError) {
        guard let api = try fullTextInterface() else {
            throw SQLiteError(code: SQLITE_ERROR, message: "this SQLite has no full-text search")
        }
        let tokenizer = Unmanaged.passRetained(Tokenizer(body))
        // The one tokenizer serves all tables: what is made for each is a pointer to it.
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
            // Unlike a function, SQLite leaves what it refused to us.
            tokenizer.release()
            throw SQLiteError(code: status, message: "the tokenizer can't be added")
        }
    }

    /// What FTS5 offers to programs; a query hands it out through a pointer that is bound to it.
    private func fullTextInterface() throws(SQLiteError) -> UnsafeMutablePointer<fts5_api>? {
        let sql = "SELECT fts5(?)"
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection.handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw SQLiteError(connection.handle, sql: sql)
        }
        defer { sqlite3_finalize(statement) }
        // SQLite keeps this pointer until the statement has run, so it is one to bytes that stay.
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

/// A class because SQLite holds it by its address.
private final class Tokenizer {
    let body: @Sendable (Span<UInt8>, TokenizerPurpose, inout TokenSink) -> Void

    init(_ body: @escaping @Sendable (Span<UInt8>, TokenizerPurpose, inout TokenSink) -> Void) {
        self.body = body
    }
}
