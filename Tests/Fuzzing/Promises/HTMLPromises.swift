import Extraction
import HTML
package import Pictures
import URLs

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

/// What must hold for text in every encoding.
package enum CharsetPromises {
    /// The broken promises for a text, in words. Its first byte chooses an encoding, and its first line may be a label. A
    /// crash counts as one, too.
    package static func broken(by bytes: [UInt8]) -> [String] {
        let label = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let text = Array(bytes.dropFirst())
        let encodings = CharacterEncoding.allCases
        let encoding = encodings[Int(bytes.first ?? 0) % encodings.count]
        let found = EncodingSniffer.encoding(of: text, labelledByServer: label)
        var broken: [String] = []
        if EncodingSniffer.encoding(of: text, labelledByServer: label) != found {
            broken.append("a page has one encoding")
        }
        let ofFeed = CharacterEncoding(labelOfFeed: label)
        if ofFeed == nil, CharacterEncoding(label: label)?.isOneByte == true {
            broken.append("a feed's labels are those of pages, and more")
        }
        if ofFeed == .utf16le || ofFeed == .utf16be { broken.append("a label alone doesn't make a feed wide") }
        for encoding in [encoding, found] {
            guard let converter = EncodingConverter(from: encoding) else { continue }
            let (converted, errors) = converter.convert(text[...], upTo: 1 << 20)
            // A string could be built from bytes that nobody validated.
            if String(validating: converted, as: UTF8.self) == nil { broken.append("what was converted is UTF-8") }
            if errors > text.count { broken.append("no more bytes are wrong than there are") }
            if converter.convert(text[...], upTo: 1 << 20).text != converted {
                broken.append("a text that is converted again is the same")
            }
        }
        return broken
    }
}

/// What must hold for every text where a CSS selector or an XPath should be, as in a site rule.
package enum SelectorPromises {
    private static let tree = HTMLTree(
        parsing: Array(
            """
            <html lang=en><body class="a b"><h1 id=t>Title</h1><div class=a><p>One <a href="/x">two</a></p><p lang=de>3</p>
            <ul><li>1<li class=b>2<li>3</ul><table><tr><td colspan=2>x</table><svg><path d=""/></svg></div></body></html>
            """.utf8))

    /// The broken promises for a text, in words. A crash counts as one, too.
    package static func broken(by bytes: [UInt8]) -> [String] {
        let text = String(decoding: bytes, as: UTF8.self)
        var broken: [String] = []
        do throws(SelectorFailure) {
            let elements = tree.elements(matching: try Selector(text))
            if !elements.allSatisfy({ tree.kind(of: $0) == .element }) { broken.append("a selector finds elements") }
            if Set(elements).count != elements.count { broken.append("a selector finds an element once") }
        } catch {
            broken += self.broken(by: error, in: text)
        }
        do throws(SelectorFailure) {
            let path = try XPath(text)
            if tree.matches(of: path) != tree.matches(of: path) { broken.append("a path finds the same again") }
        } catch {
            broken += self.broken(by: error, in: text)
        }
        return broken
    }

    private static func broken(by failure: SelectorFailure, in text: String) -> [String] {
        let isInText = (0...text.unicodeScalars.count).contains(failure.offset)
        let isLine = !failure.problem.utf8.contains(UInt8(ascii: "\n"))
        return (isInText ? [] : ["a mistake has its place in the text"])
            + (isLine ? [] : ["words for people are one line"])
    }
}

/// What must hold for every URL, whatever text it was parsed from.
package enum AddressPromises {
    /// The broken promises for `bytes`, in words. A crash counts as one, too. A line break may end a base URL.
    package static func broken(by bytes: [UInt8]) -> [String] {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
        guard let text = lines.last else { return [] }
        let base = lines.count > 1 ? lines.first.flatMap { WebURL($0) } : nil
        // The address that lede shows comes from the same text.
        _ = text.shownAddress
        guard let url = WebURL(text, base: base) else { return [] }
        var broken: [String] = []
        if WebURL(url.href) != url { broken.append("a URL that is read again stays the same") }
        if !url.href.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { broken.append("a URL is all in ASCII") }
        if url.withoutCredentials.hasCredentials { broken.append("no credentials are left") }
        if !url.hasOpaquePath, WebURL("", base: url) != url.withoutFragment {
            broken.append("nothing leads to the URL itself")
        }
        if WebURL("#", base: url)?.withoutFragment != url.withoutFragment {
            broken.append("a fragment stays on the page")
        }
        if let host = url.host, host.utf8.contains(where: { "/?#@\\ <>".utf8.contains($0) }) {
            broken.append("a host holds nothing that ends one")
        }
        return broken
    }
}

/// What must hold for the article of every possible page.
package enum ExtractionPromises {
    /// The broken promises for a page, in words. A crash counts as one, too.
    package static func broken(by page: [UInt8]) -> [String] {
        let url = WebURL("https://example.org/a/")
        let web = WebPage(page, url: url)
        guard case .article(let article) = Extractor().extract(web) else { return [] }
        var broken: [String] = []
        if case .article(let second) = Extractor().extract(web), second == article {
        } else {
            broken.append("a page has one article")
        }
        let tree = HTMLTree(parsingFragment: Array(article.html.utf8), in: "div")
        broken += self.broken(by: tree)
        // Escapes make it longer, and URLs become absolute.
        if article.text.utf8.count > 4 * page.count + 100 { broken.append("an article isn't longer than its page") }
        let teaser = FeedKnowledge(
            title: "x", teaser: String(article.text.prefix(80)), sharedBlocks: Set(article.blocks))
        _ = Extractor(feed: teaser).extract(web)
        return broken
    }

    private static func broken(by tree: HTMLTree) -> [String] {
        var broken: [String] = []
        var next = tree.firstChild(of: tree.root)
        while let id = next {
            next = tree.node(after: id, in: tree.root)
            guard tree.kind(of: id) == .element else { continue }
            if [.script, .style, .noscript, .input].contains(tree.tag(of: id)) {
                broken.append("an article has no \(tree.name(of: id))")
            }
            tree.forEachAttribute(of: id) { attribute, value in
                switch attribute {
                case .href, .src:
                    if WebURL(String(decoding: value, as: UTF8.self))?.mayBeLinked != true {
                        broken.append("URLs are absolute and harmless")
                    }
                case .class, .style: broken.append("an article has no \(attribute)")
                default: break
                }
            }
        }
        return broken
    }
}

/// What must hold for every possible picture of a format. It is decoded in this process, by the code of the helper.
package struct PicturePromises: Sendable {
    private let format: PictureFormat
    /// Not of its shape, whatever that is.
    private let room = PixelSize(width: 37, height: 23)

    package init(_ format: PictureFormat) {
        self.format = format
    }

    /// The broken promises for a picture, in words. A crash counts as one, too. Other formats break none.
    package func broken(by bytes: [UInt8]) -> [String] {
        guard (try? PictureFormat(bytes)) == format else { return [] }
        let outcome = outcome(of: bytes)
        guard case .success(let picture) = outcome else {
            return outcome == self.outcome(of: bytes) ? [] : ["a picture fails for one reason"]
        }
        var broken: [String] = []
        let (size, original) = (picture.pixels.size, picture.original)
        if size.width > room.width || size.height > room.height { broken.append("a picture fits into its room") }
        if size != original.fitting(room) { broken.append("a picture keeps its shape") }
        if original.width * original.height > 40_000_000 { broken.append("a large picture isn't decoded") }
        if outcome != self.outcome(of: bytes) { broken.append("a picture looks the same each time") }
        return broken
    }

    private func outcome(of bytes: [UInt8]) -> Result<DecodedPicture, PictureFailure> {
        Result { () throws(PictureFailure) in try PictureHelper.decode(bytes, fitting: room) }
    }
}
