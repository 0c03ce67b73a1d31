import System

/// Sets documents in lines.
package struct Typesetter: Sendable {
    package let options: TypesettingOptions

    package init(_ options: TypesettingOptions) {
        self.options = options
    }

    /// Returns the document's lines, followed by its links' URLs.
    package func set(_ manuscript: Manuscript) -> Galley {
        var compositor = Compositor(manuscript, options: options)
        compositor.setAll()
        return compositor.galley
    }

    /// Returns the lines from a position's block on, up to `lines` after the position `stop`.
    ///
    /// They are the same as in the whole, so a screen can show them before the rest is set.
    package func set(
        _ manuscript: Manuscript, from position: TextPosition, past stop: TextPosition, lines: Int
    ) -> Galley {
        var compositor = Compositor(manuscript, options: options, stop: .init(position: stop, lines: lines))
        compositor.setAll(from: position.block)
        return compositor.galley
    }
}

extension Document {
    /// Returns the document's lines, followed by its links' URLs.
    package func lines(width: Int) -> [Line] {
        Typesetter(TypesettingOptions(width: width, textWidth: 0)).set(Manuscript(self)).lines
    }
}

/// The width of the text, and whether signs must replace styles.
package struct TypesettingOptions: Equatable, Sendable {
    /// The available cells.
    package var width: Int
    /// The longest line in cells, since long ones are hard to read; 0 means no limit.
    package var textWidth: Int
    /// Whether styles are visible. Otherwise code gets signs around it.
    package var hasStyles: Bool
    /// Whether text can be struck out. Otherwise deleted text gets signs around it.
    package var strikesOut: Bool
    /// The room for pictures; nil if there are only words.
    package var pictures: PictureRoom?

    package init(
        width: Int, textWidth: Int = 80, hasStyles: Bool = true, strikesOut: Bool = false, pictures: PictureRoom? = nil
    ) {
        self.width = width
        self.textWidth = textWidth
        self.hasStyles = hasStyles
        self.strikesOut = strikesOut
        self.pictures = pictures
    }

    /// The cells of a line.
    package var measure: Int { max(1, textWidth > 0 ? min(width, textWidth) : width) }
}

/// A document prepared for setting, in parts and several times.
package struct Manuscript: Sendable {
    package let document: Document
    let references: References
    let ornament: Ornament
    /// The images of the text in order, without those of its head.
    package let images: [Image]
    let isOnePicture: Bool
    let blocksWithPictures: Int

    package init(_ document: Document) {
        self.document = document
        references = References(document)
        ornament = Ornament(document)
        images = document.images
        isOnePicture = images.count == 1 && document.isShort
        blocksWithPictures = document.blocksWithPictures(of: images)
    }
}

/// The references of a document, found before it is set, because parts are set separately and in any order.
struct References: Sendable {
    /// The URLs of links, media and images in the order of the text; the first has the number 1.
    private(set) var addresses: [String] = []
    /// The text of each at its first reference.
    private(set) var contents: [[Inline]] = []
    /// The anchors that links in the text lead to, numbered after the URLs.
    private(set) var places: [String] = []
    /// URLs that need no list, numbered after those: only the head leads to them, where they are shown in full, or they are
    /// times in a recording, which the text names.
    private(set) var unlisted: [String] = []
    private var numbers: [String: Int] = [:]
    private var anchors: Set<String> = []
    /// The block in which each abbreviation's meaning occurs first.
    private var firstUses: [String: Int] = [:]
    private var block = 0

    init(_ document: Document) {
        for (index, block) in document.blocks.enumerated().dropFirst(document.headLength) {
            self.block = index
            add([block])
        }
        for place in places { numbers["#" + place] = nil }
        places.removeAll { !anchors.contains($0) }
        for (index, place) in places.enumerated() { numbers["#" + place] = addresses.count + index + 1 }
        if document.headLength > 0 { addHead(document.blocks.prefix(document.headLength)) }
        for (index, address) in unlisted.enumerated() { numbers[address] = addresses.count + places.count + index + 1 }
    }

    func number(of target: String) -> Int? { numbers[target] }

    /// Whether the link's number is shown and its URL listed.
    func isListed(_ number: Int) -> Bool { number <= addresses.count }

    func explainsAbbreviation(of meaning: String, in block: Int) -> Bool { firstUses[meaning] == block }

    private mutating func addHead(_ blocks: ArraySlice<Block>) {
        unlisted += References(Document(blocks: Array(blocks))).addresses.filter { numbers[$0] == nil }
    }

    private mutating func add(_ blocks: [Block]) {
        for block in blocks {
            switch block {
            case .paragraph(let inlines), .heading(_, let inlines), .preformatted(let inlines): add(inlines)
            case .list(let list): for item in list.items { add(item.blocks) }
            case .definitions(let definitions):
                for definition in definitions {
                    for term in definition.terms { add(term) }
                    for blocks in definition.details { add(blocks) }
                }
            case .quote(let blocks): add(blocks)
            case .table(let table):
                add(table.caption)
                for row in table.rows {
                    for cell in row { add(cell.blocks) }
                }
            case .figure(let blocks, let caption):
                add(blocks)
                add(caption)
            case .details(let summary, let blocks):
                add(summary)
                add(blocks)
            case .anchor(let name): anchors.insert(name)
            case .rule: break
            }
        }
    }

    private mutating func add(_ inlines: [Inline], isInLink: Bool = false) {
        for inline in inlines {
            switch inline {
            case .text, .lineBreak: break
            case .anchor(let name): anchors.insert(name)
            case .image(let image): if !isInLink, let address = image.address { add(target: address, [inline]) }
            case .media(let media): if !isInLink { add(target: media.target, [inline]) }
            case .link(let target, let content):
                if inline.isVisible { add(target: target, content) }
                add(content, isInLink: true)
            case .abbreviation(let meaning, let content):
                if firstUses[meaning] == nil, content != [.text(meaning)] { firstUses[meaning] = block }
                add(content, isInLink: isInLink)
            case .styled(_, let content): add(content, isInLink: isInLink)
            case .ruby(let base, let reading):
                add(base, isInLink: isInLink)
                add(reading, isInLink: isInLink)
            }
        }
    }

    private mutating func add(target: String, _ content: [Inline]) {
        guard numbers[target] == nil else { return }
        if target.utf8.first == UInt8(ascii: "#") {
            numbers[target] = 0  // At the end it is known whether its anchor exists.
            places.append(String(target.utf8.dropFirst()) ?? "")
        } else if case .text(let words) = content.first, content.count == 1, let time = PlayingTime(ofLink: target),
            PlayingTime(words.utf8)?.description == time.description
        {
            numbers[target] = 0
            unlisted.append(target)
        } else {
            addresses.append(target)
            contents.append(content)
            numbers[target] = addresses.count
        }
    }
}

extension Image {
    /// The URL of the image, unless the page contains it.
    var address: String? { source.flatMap { $0.utf8.starts(with: "data:".utf8) ? nil : $0 } }
}

extension Document {
    /// The clean URLs of the links; `[1]` is the first.
    package var links: [String] { References(self).addresses.map(CleanText.line) }
}

/// A document's link with its number, its target and its text.
package struct NumberedLink: Equatable, Sendable {
    /// The number, from 1.
    package var number: Int
    /// The clean URL.
    package var address: String
    /// The clean text; empty for an image without a description.
    package var text: String

    package init(number: Int, address: String, text: String) {
        (self.number, self.address, self.text) = (number, address, text)
    }
}

extension Document {
    /// The links with visible numbers, in order.
    package var numberedLinks: [NumberedLink] {
        let references = References(self)
        return zip(references.addresses, references.contents).enumerated().map { index, link in
            let text = CleanText.line(Document(blocks: [.paragraph(link.1)]).plainText)
            return NumberedLink(number: index + 1, address: CleanText.line(link.0), text: text)
        }
    }
}
