/// Why no article was taken from a page.
package enum Refusal: Error, Equatable, Sendable {
    /// Not a web page but this media type.
    case notHTML(String)
    case pdf
    case video
    case feed
    /// Asks for a user name and a password.
    case login
    /// Asks for consent before it shows anything.
    case consent
    /// Shows its text only with JavaScript.
    case needsScripts
    case tooLittleText
    case tooLarge
}

extension Refusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notHTML(let type): "not a web page: \(type)"
        case .pdf: "a PDF, not a web page"
        case .video: "a video with little text"
        case .feed: "a feed, not an article"
        case .login: "the page asks you to log in"
        case .consent: "the page asks for consent first"
        case .needsScripts: "the page needs JavaScript"
        case .tooLittleText: "the page has too little text"
        case .tooLarge: "the page is larger than \(Limits.bytes >> 20) MB"
        }
    }
}
