import Addresses
import HTML

/// What a page says of itself outside its text.
struct PageHead {
    private(set) var metadata = PageMetadata()
    /// What relative URLs are relative to.
    private(set) var base: WebURL?
    private(set) var next: WebURL?
    private(set) var hasPassword = false
    private(set) var scripts = 0

    init(of tree: HTMLTree, at url: WebURL?) {
        base = url
        var meta = MetaElements()
        var linkedData: [NodeID] = []
        var title: String?
        var headings: [NodeID] = []
        var nextAddress: String?
        var hasBase = false
        var id: NodeID? = tree.firstChild(of: tree.root)
        while let node = id {
            defer { id = tree.node(after: node, in: tree.root) }
            guard tree.kind(of: node) == .element, tree.namespace(of: node) == .html else { continue }
            switch tree.tag(of: node) {
            case .html: metadata.language = tree.value(.lang, of: node)?.onOneLine.unlessEmpty
            case .title where title == nil:
                title = tree.textContent(of: node).onOneLine.ifShort ?? ""
            case .meta: meta.add(node, of: tree)
            case .h1: headings.append(node)
            case .base where !hasBase:
                guard let address = tree.value(.href, of: node) else { continue }
                hasBase = true
                base = WebURL(address, base: url) ?? url
            case .link, .a:
                guard nextAddress == nil, let rel = tree.utf8(.rel, of: node), rel.count >= 4, rel.hasWord("next")
                else {
                    continue
                }
                nextAddress = tree.value(.href, of: node)
            case .script:
                scripts += 1
                guard let type = tree.utf8(.type, of: node), type.elementsEqual("application/ld+json".utf8) else {
                    continue
                }
                linkedData.append(node)
            case .input where tree.value(.type, of: node)?.lowercased() == "password": hasPassword = true
            default: break
            }
        }
        let heading = headings.count == 1 ? tree.textContent(of: headings[0]).onOneLine.ifShort : nil
        let pageTitle = PageTitle(title ?? "").withoutSite(named: meta.metadata.site, heading: heading)
        let language = metadata.language
        metadata = LinkedData.metadata(of: tree, scripts: linkedData, pageTitle: pageTitle) ?? PageMetadata()
        metadata.fill(from: meta.metadata)
        metadata.language = language ?? metadata.language
        if metadata.title == nil { metadata.title = pageTitle.unlessEmpty }
        metadata.image = metadata.image.flatMap { WebURL($0, base: base) }.flatMap { $0.isOnTheWeb ? $0.href : nil }
        next = nextAddress.flatMap { WebURL($0, base: base) }
    }
}

extension String {
    /// Nil if it is too long for a title.
    fileprivate var ifShort: String? { utf8.count <= Limits.title ? self : nil }
}

extension ArraySlice<UInt8> {
    fileprivate func hasWord(_ word: String) -> Bool {
        split { $0 <= 0x20 }.contains { $0.lazy.map { $0 | 0x20 }.elementsEqual(word.utf8) }
    }
}
