/// How much of a document is taken in before it is refused as too large.
///
/// What is in one text or how deep elements nest is limited by libxml2 itself.
enum Limits {
    /// The bytes of a document.
    static let documentSize = 64 << 20
    /// The items of a feed: the largest archives the world serves hold some ten thousand.
    static let items = 100_000
    /// The elements inside one part of an item, such as its XHTML content, since that is held as a tree.
    static let elementsInPart = 100_000
    /// The bytes of a base URL, since every link of the document may get a copy of it.
    static let baseURL = 8 << 10
}
