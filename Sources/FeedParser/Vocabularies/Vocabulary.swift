/// What the elements of one namespace mean, directly in a feed and directly in an item.
///
/// A further namespace is a further value of this, listed by the formats that hold it.
struct Vocabulary: Sendable {
    let feedParts: [ElementName: XMLFormat.Reader<FeedDraft>]
    let itemParts: [ElementName: XMLFormat.Reader<ItemDraft>]

    init(
        of namespace: Namespace,
        feed: [String: XMLFormat.Reader<FeedDraft>] = [:],
        item: [String: XMLFormat.Reader<ItemDraft>] = [:]
    ) {
        feedParts = Self.named(feed, in: namespace)
        itemParts = Self.named(item, in: namespace)
    }

    private static func named<Draft>(
        _ readers: [String: XMLFormat.Reader<Draft>], in namespace: Namespace
    ) -> [ElementName: XMLFormat.Reader<Draft>] {
        Dictionary(uniqueKeysWithValues: readers.map { (ElementName(namespace, $0.key), $0.value) })
    }
}
