/// Why a document yields no feed.
package enum ParseFailure: Error, Equatable {
    /// There is nothing but white space.
    case empty
    /// It is something else, and this is what: "an HTML page, titled “Sign in”", "a PNG image".
    case notAFeed(String)
    /// It is not well-formed; the reason is the XML parser's.
    case brokenXML(line: Int, reason: String)
    /// It passes one of our limits, and this is which: "more than 64 MB".
    case tooLarge(String)
    /// The server or the document names an encoding that nobody here knows.
    case unknownEncoding(String)
}

extension ParseFailure: CustomStringConvertible {
    /// What went wrong, in words.
    package var description: String {
        switch self {
        case .empty: "the document is empty"
        case .notAFeed(let what): "not a feed but \(what)"
        case .brokenXML(let line, let reason): "broken XML in line \(line): \(reason)"
        case .tooLarge(let what): "too large: \(what)"
        case .unknownEncoding(let name): "unknown encoding “\(name)”"
        }
    }
}
