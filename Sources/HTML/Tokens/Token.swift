/// A token. The tokenizer itself has the names and attributes of tags.
enum Token {
    /// Text with its references decoded. A NUL is a separate token if it may have a meaning.
    case text(TextRange)
    case start(Tag)
    case end(Tag)
    case comment(TextRange)
    case doctype(Doctype)
    case endOfFile
}

/// A document type declaration.
struct Doctype {
    var name = TextRange.empty
    var publicID: TextRange?
    var systemID: TextRange?
    var isBroken = false
}

/// An attribute of an element.
struct AttributeEntry {
    let name: UInt32
    let value: TextRange
}
