/// How much of a document is taken in before it is refused as too large, or as none that a person wrote.
enum Limits {
    /// The bytes of a document, as it came and in UTF-8.
    static let documentSize = 32 << 20
    static let documentSizeInWords = "more than 32 MB"
    /// The bytes of a document that was mended, which grows where ampersands become references.
    static let mendedSize = 64 << 20
    static let mendedSizeInWords = "more than 64 MB once it is mended"
    /// The items of a feed: the largest archives the world serves hold some ten thousand.
    static let items = 100_000
    /// The parts of one item, and those of the feed between two items.
    static let parts = 100_000
    /// The categories, authors and files of all items together.
    static let listed = 400_000
    static let listedInWords = "more than 400000 categories, authors and files"
    /// The authors of one item or feed, and the bytes of a name: each item may inherit them from its feed.
    static let authors = 100
    static let name = 1000
    /// How many categories of one item or feed keywords may add up to.
    static let keywords = 100
    /// The bytes that the authors of a feed may add to its items.
    static let inheritedAuthors = 16 << 20
    /// How deep elements nest.
    static let depth = 256
    /// The attributes of one element, and the namespaces in force in it: libxml2 compares each with each.
    static let attributes = 256
    /// The different names of elements, attributes and entities.
    static let names = 20_000
    /// The bytes of text in one part of a feed.
    static let text = 10 << 20
    static let textInWords = "more than 10 MB of text in one element"
    /// The bytes of a plain text, which as HTML is up to six times as long.
    static let plainText = 2 << 20
    /// The bytes of the texts of all items.
    static let texts = 64 << 20
    static let textsInWords = "more than 64 MB of text in all items"
    /// The bytes of a base URL, since every link of the document may get a copy of it, and of a link that is resolved.
    static let baseURL = 8 << 10
    /// The bytes that base URLs may add to the links of a document.
    static let resolvedLinks = 16 << 20
    /// The bytes that an entity which the document declares may stand for, and those that all its uses may.
    static let entity = 256
    static let entities = 1 << 20
    static let declaredEntities = 1000
}
