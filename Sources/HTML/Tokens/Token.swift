/// What the tokenizer cuts from the source. Tags leave their names and attributes in the tokenizer.
enum Token {
    /// Text with its references decoded. A NUL where a NUL may mean something is a text of its own.
    case text(TextRange)
    case start(Tag)
    case end(Tag)
    case comment(TextRange)
    case doctype(Doctype)
    case endOfFile
}

/// What a document type declaration says.
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
