import HTML

/// What must hold for the tree of every possible page.
package enum HTMLPromises {
    /// The broken promises for a page, in words. A crash counts as one, too.
    package static func broken(by page: [UInt8]) -> [String] {
        var broken = broken(by: HTMLTree(parsing: page))
        for context in ["div", "table", "select", "template", "title", "svg path", "math annotation-xml"] {
            broken += self.broken(by: HTMLTree(parsingFragment: page, in: context))
        }
        if HTMLTree(parsing: page).outline != HTMLTree(parsing: page).outline { broken.append("a page has one tree") }
        broken += self.broken(byTagsOf: page, as: .page) + self.broken(byTagsOf: page, as: .excerpt)
        _ = EncodingSniffer.encoding(of: page)
        let text = String(decoding: page.prefix(100), as: UTF8.self)
        if let selector = try? Selector(text) { _ = HTMLTree(parsing: page).elements(matching: selector) }
        return broken
    }

    private static func broken(byTagsOf page: [UInt8], as reading: HTMLReading) -> [String] {
        TagStream.read(page.span, as: reading) { tags in
            var bytes = 0
            var count = 0
            while let token = tags.next() {
                count += 1
                switch token {
                case .text(let text), .rawText(let text, _): tags.withText(text) { bytes += $0.count }
                case .start:
                    for attribute in Attribute.allCases {
                        tags.withValue(of: attribute, first: 10_000) { bytes += $0.count }
                    }
                case .end: break
                case .cutTag: tags.readCutTagAsText()
                }
                if count > 2 * page.count { return ["a stream of tags ends"] }
            }
            // A replacement character is three times as long as the NUL it replaces. Only a few character references
            // are shorter than what they stand for, by a byte or two.
            return bytes > 3 * page.count ? ["what is read is in the page"] : []
        }
    }

    private static func broken(by tree: HTMLTree) -> [String] {
        var broken: [String] = []
        var depth = 0
        var deepest = 0
        var next: NodeID? = tree.firstChild(of: tree.root)
        var parent = tree.root
        while let id = next {
            if tree.parent(of: id) != parent { broken.append("a child knows its parent") }
            if let child = tree.firstChild(of: id) {
                if tree.kind(of: id) != .element { broken.append("only elements have children") }
                depth += 1
                deepest = max(deepest, depth)
                parent = id
                next = child
                continue
            }
            var last = id
            next = tree.nextSibling(of: last)
            while next == nil, parent != tree.root, let above = tree.parent(of: parent) {
                depth -= 1
                last = parent
                parent = above
                next = tree.nextSibling(of: last)
            }
        }
        if deepest > 600 { broken.append("a tree is not deep") }
        if !tree.textContent(of: tree.root).isEmpty, tree.html(of: tree.root, withItself: false).isEmpty {
            broken.append("what has text has HTML")
        }
        return broken
    }
}
