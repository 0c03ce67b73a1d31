/// The references of a document, found before it is set, because parts are set separately and in any order.
struct References: Sendable {
    /// The URLs of links, media and images in the order of the text; the first has the number 1.
    private(set) var addresses: [String] = []
    /// The text of each at its first reference.
    private(set) var contents: [[Inline]] = []
    /// The anchors that links in the text lead to, numbered after the URLs.
    private(set) var places: [String] = []
    /// URLs that only the head leads to, numbered after those: they are shown in full there and need no list.
    private(set) var inHead: [String] = []
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
    }

    func number(of target: String) -> Int? { numbers[target] }

    /// Whether the link's number is shown and its URL listed.
    func isListed(_ number: Int) -> Bool { number <= addresses.count }

    func explainsAbbreviation(of meaning: String, in block: Int) -> Bool { firstUses[meaning] == block }
}

extension References {
    private mutating func addHead(_ blocks: ArraySlice<Block>) {
        inHead = References(Document(blocks: Array(blocks))).addresses.filter { numbers[$0] == nil }
        for (index, address) in inHead.enumerated() { numbers[address] = addresses.count + places.count + index + 1 }
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
