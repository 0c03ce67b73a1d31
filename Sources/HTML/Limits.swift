/// How much of a document is read. What lies beyond is left out, and the tree so far stays readable.
enum Limits {
    static let bytes = 16 << 20 - 1
    /// Elements, texts and comments together.
    static let nodes = 2_000_000
    /// Open elements inside each other. An element that is deeper becomes a sibling of the deepest.
    static let depth = 512
    /// The different names of elements in a stream of tags; of a tree it keeps all.
    static let namesOfStream = 10_000
    static let attributesOfElement = 512
    static let attributes = 2_000_000
    /// Formatting elements to open again in each paragraph, so that a page can't make thousands of elements with one tag.
    static let formattingElements = 48
    /// What an XPath may look at, and as often as that for each node.
    static let stepsOfPath = 100_000
    static let stepsOfPathForNode = 16
}
