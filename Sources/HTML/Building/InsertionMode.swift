/// The state of the tree builder (HTML Standard, 13.2.4.1).
enum InsertionMode {
    case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead
    case inBody, text, inTable, inTableText, inCaption, inColumnGroup, inTableBody, inRow, inCell
    case inTemplate, afterBody, inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset
}

/// The layout mode that a document's type selects.
enum QuirksMode: Sendable {
    case none, limited, full
}
