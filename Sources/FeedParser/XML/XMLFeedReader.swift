/// Builds a feed from the elements of one XML document as they come by.
///
/// It keeps the elements that are open and no others: a part of a feed or item is a small tree that its format reads
/// once it is complete, and what no format asks for is never built.
final class XMLFeedReader {
    /// What an open element is to the feed.
    private enum Role {
        case feed
        case item
        case feedPart(XMLFormat.Reader<FeedDraft>)
        case itemPart(XMLFormat.Reader<ItemDraft>)
        case insideOfPart
    }

    private struct OpenElement {
        var role: Role
        var element: Element
        var text = ""
    }

    /// Why the document can't be a feed of ours.
    private(set) var failure: ParseFailure?

    private let baseURL: String?
    private let document: [UInt8]
    private var format: XMLFormat?
    private var open: [OpenElement] = []
    private var skippedDepth = 0
    private var elementsInPart = 0
    private var feed = FeedDraft()
    private var item = ItemDraft()

    init(_ document: [UInt8], baseURL: String?) {
        self.baseURL = baseURL
        self.document = document
    }

    func read(encoding: DocumentEncoding) throws(ParseFailure) -> ParsedFeed {
        try SAXParser().parse(document, encoding: encoding, reader: self)
        return feed.finished()
    }

    func begin(_ name: ElementName, attributes: () -> [Element.Attribute]) {
        guard skippedDepth == 0 else {
            skippedDepth += 1
            return
        }
        guard let parent = open.last else {
            beginRoot(Element(name, attributes: attributes(), insideOf: baseURL))
            return
        }
        guard let role = role(of: name, in: parent.role) else {
            skippedDepth = 1
            return
        }
        prepare(for: role)
        let element = Element(name, attributes: attributes(), insideOf: parent.element.base)
        flushText()
        open.append(OpenElement(role: role, element: element))
    }

    func text(_ text: () -> String) {
        guard skippedDepth == 0, let role = open.last?.role else { return }
        switch role {
        case .feed, .item: return
        case .feedPart, .itemPart, .insideOfPart: open[open.count - 1].text += text()
        }
    }

    func end() {
        guard skippedDepth == 0 else {
            skippedDepth -= 1
            return
        }
        flushText()
        guard let ended = open.popLast() else { return }
        switch ended.role {
        case .feed: break
        case .item: feed.items.append(item.finished())
        case .feedPart(let read): read(ended.element, &feed)
        case .itemPart(let read): read(ended.element, &item)
        case .insideOfPart: open[open.count - 1].element.children.append(.element(ended.element))
        }
    }

    private func beginRoot(_ root: Element) {
        for candidate in XMLFormat.all {
            guard let format = candidate.format(root) else { continue }
            self.format = candidate
            feed.format = format
            feed.language.offer(root["lang", in: .xml]?.trimmed, as: .fallback)
            open.append(OpenElement(role: .feed, element: root))
            return
        }
        failure = .notAFeed(ForeignRoot.description(of: root, in: document))
    }

    private func role(of name: ElementName, in parent: Role) -> Role? {
        guard let format else { return nil }
        switch parent {
        case .feed:
            if name == format.item { return .item }
            if format.wrappers.contains(name) { return .feed }
            return format.feedParts[name].map { .feedPart($0) }
        case .item: return format.itemParts[name].map { .itemPart($0) }
        case .feedPart, .itemPart, .insideOfPart: return .insideOfPart
        }
    }

    private func prepare(for role: Role) {
        switch role {
        case .feed: break
        case .item:
            item = ItemDraft()
            if feed.items.count == Limits.items { failure = .tooLarge("more than \(Limits.items) items") }
        case .feedPart, .itemPart: elementsInPart = 0
        case .insideOfPart:
            elementsInPart += 1
            if elementsInPart > Limits.elementsInPart {
                failure = .tooLarge("more than \(Limits.elementsInPart) elements in one part")
            }
        }
    }

    // Text arrives in pieces, which are put together before they become a node.
    private func flushText() {
        guard let last = open.indices.last, !open[last].text.isEmpty else { return }
        open[last].element.children.append(.text(open[last].text))
        open[last].text = ""
    }
}
