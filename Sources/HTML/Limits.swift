/// How much of a document is read. The rest is left out, and the tree so far stays usable.
enum Limits {
    static let bytes = 16 << 20 - 1
    /// Elements, texts and comments together.
    static let nodes = 2_000_000
    /// The depth of open elements. A deeper element becomes a sibling of the deepest one.
    static let depth = 512
    /// The number of different element names in a stream of tags. A tree keeps all names.
    static let namesOfStream = 10_000
    static let attributesOfElement = 512
    static let attributes = 2_000_000
    /// Formatting elements to reopen in each paragraph, so that a page can't create thousands of elements with one tag.
    static let formattingElements = 48
    /// The steps that an XPath may take, apart from those for each node.
    static let stepsOfPath = 100_000
    static let stepsOfPathForNode = 16
}
