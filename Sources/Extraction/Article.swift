/// The article of a web page.
package struct Article: Equatable, Sendable {
    /// Its title, authors, date and so on.
    package let metadata: PageMetadata
    /// Its text as HTML without scripts and classes, and with absolute URLs. Captions are in `figcaption`.
    package let html: String
    /// Its text without captions, with a line for each block.
    package let text: String
    /// The number of letters in its text.
    package let letters: Int
    /// The page on which it goes on.
    package let nextPage: String?
    /// Why this part of the page was chosen, in plain words.
    package let reason: String
    /// Hashes of the page's blocks of text. What several pages of a feed share isn't part of an article.
    package let blocks: [UInt64]
}
