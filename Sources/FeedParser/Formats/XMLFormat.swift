/// How one family of XML feeds is built: its root, where its items stand, and what the parts of both mean.
///
/// A further format is a further value of this, listed in `all`.
struct XMLFormat: Sendable {
    /// Puts what a complete element says into the draft of what it stands in.
    typealias Reader<Draft> = @Sendable (Element, inout Draft) -> Void

    /// The format that a root element announces; nil if it is none of this family.
    let format: @Sendable (Element) -> FeedFormat?
    /// Elements of the feed that stand around its parts, and around its items.
    let wrappers: Set<ElementName>
    let item: ElementName
    let feedParts: [ElementName: Reader<FeedDraft>]
    let itemParts: [ElementName: Reader<ItemDraft>]

    init(
        item: ElementName,
        wrappers: Set<ElementName> = [],
        vocabularies: [Vocabulary],
        format: @escaping @Sendable (Element) -> FeedFormat?
    ) {
        self.format = format
        self.wrappers = wrappers
        self.item = item
        feedParts = vocabularies.reduce(into: [:]) { parts, next in parts.merge(next.feedParts) { first, _ in first } }
        itemParts = vocabularies.reduce(into: [:]) { parts, next in parts.merge(next.itemParts) { first, _ in first } }
    }

    static let all: [XMLFormat] = [.rss, .atom]
}
