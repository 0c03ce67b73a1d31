/// The limits beyond which a document is refused as too large or not made by people.
enum Limits {
    /// The size of a document in bytes, as it came and in UTF-8.
    static let documentSize = 32 << 20
    static let documentSizeInWords = "more than 32 MB"
    /// The size of a mended document in bytes. It grows where ampersands become references.
    static let mendedSize = 64 << 20
    static let mendedSizeInWords = "more than 64 MB once lede has repaired it"
    /// The items of a feed. The world's largest archives have about ten thousand.
    static let items = 100_000
    /// The parts of one item, or of the feed between two items.
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
    /// The depth of nested elements.
    static let depth = 256
    /// The attributes and namespaces of one element: libxml2 compares each with every other.
    static let attributes = 256
    /// The different names of elements, attributes and entities.
    static let names = 20_000
    /// The bytes of text in one part of a feed.
    static let text = 10 << 20
    static let textInWords = "more than 10 MB of text in one element"
    /// The bytes of a plain text, which is up to six times as long in HTML.
    static let plainText = 2 << 20
    /// The bytes of all items' texts.
    static let texts = 64 << 20
    static let textsInWords = "more than 64 MB of text in all items"
    /// The bytes of a base URL, which every link may get a copy of, and of a link to resolve.
    static let baseURL = 8 << 10
    /// The bytes that base URLs may add to a document's links.
    static let resolvedLinks = 16 << 20
    /// The bytes of a declared entity, and of all its uses together.
    static let entity = 256
    static let entities = 1 << 20
    static let declaredEntities = 1000
}
