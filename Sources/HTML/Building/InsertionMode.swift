/// What the builder expects next (HTML Standard, 13.2.4.1).
enum InsertionMode {
    case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead
    case inBody, text, inTable, inTableText, inCaption, inColumnGroup, inTableBody, inRow, inCell
    case inTemplate, afterBody, inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset
}

/// How a document's type lets browsers lay it out.
enum QuirksMode: Sendable {
    case none, limited, full
}
