import HTML

extension DocumentBuilder.Player {
    /// Adds text that a page shows instead of an object: it describes the object if nothing else does.
    mutating func addWords(_ bytes: Span<UInt8>) {
        let longest = 200
        guard kind == .embedded, words.count + bytes.count <= longest else { return }
        bytes.withUnsafeBufferPointer { words.append(contentsOf: $0) }
    }

    fileprivate var name: String? {
        if let title { return title }
        let words = CleanText.line(String(decoding: words, as: UTF8.self))
        return words.isEmpty ? nil : words
    }
}

// Elements without text: line breaks, rules, images, videos.
extension DocumentBuilder {
    mutating func insert(_ element: Tag, _ attributes: borrowing TagStream, _ style: HTMLStyle) {
        switch element {
        case .br: breakLine()
        case .wbr: write("\u{200B}")
        case .hr:
            endParagraph()
            blocks.appendRule()
        case .img: insertImage(attributes, style)
        case .source where pictureSource == nil:
            pictureSource = ImageSource.ofSource(attributes, relativeTo: base)
        case .embed: insertEmbedded(attributes, .src)
        case .base: setBase(attributes)
        case .input where attributes[.type]?.lowercased() == "checkbox" && open.contains(.li):
            // A to-do list.
            write(attributes.has(.checked) ? "[x] " : "[ ] ")
        default: break
        }
    }

    mutating func insert(_ player: Player) {
        if let target = player.target { insert(Media(player.kind, target: target, title: player.name)) }
    }

    mutating func insertEmbedded(_ attributes: borrowing TagStream, _ source: Attribute) {
        guard !Self.isTooSmall(attributes, below: 2) else { return }
        guard let target = target(attributes, .dataSrc) ?? target(attributes, source) else { return }
        insert(EmbeddedPage.media(at: target, title: attributes[.title] ?? attributes[.ariaLabel]))
    }

    private mutating func insert(_ media: Media) {
        endParagraph()
        text.insert(.media(media), in: nil)
        let inlines = text.take()
        blocks.append(.paragraph(inlines))
    }

    private mutating func insertImage(_ attributes: borrowing TagStream, _ style: HTMLStyle) {
        let ownSource = ImageSource.of(attributes, relativeTo: base)
        let contained =
            ownSource ?? pictureSource == nil ? ContainedPicture(attributes, upTo: pictureBudget) : nil
        pictureBudget -= contained?.url.utf8.count ?? 0
        let source = ownSource ?? pictureSource ?? contained?.name
        pictureSource = nil
        let alt = attributes[.alt].map(CleanText.line)
        guard !Self.isTooSmall(attributes, below: 2), !style.isDot else { return }
        if state.isNoscript, let source, source == lastPicture { return }
        lastPicture = source
        if let alt, !alt.isEmpty, state.isPreformatted || attributes.has(.class, anyOf: Self.picturesOfText) {
            return write(alt.utf8.span)
        }
        guard source != nil || alt?.isEmpty == false || Self.isPicture(attributes), !state.isPreformatted else {
            return
        }
        // An empty description marks decoration beside text; an image on its own, or a large one, just lacks one.
        let isDecoration = alt?.isEmpty == true && !Self.isLarge(attributes)
        guard !isDecoration || !Self.isTooSmall(attributes, below: 48) else { return }
        let image = Image(
            alt: alt?.isEmpty == true ? nil : alt, source: source, data: contained?.url, title: attributes[.title],
            width: Self.size(attributes, .width), height: Self.size(attributes, .height))
        text.insert(.image(image), in: formats.innermost, isDecoration: isDecoration)
    }

    /// Images that replace characters, with the characters as alternative text.
    private static let picturesOfText = [
        "emoji", "wp-smiley", "smiley", "emoticon", "latex", "tex", "math", "mwe-math-fallback-image-inline",
        "mwe-math-fallback-image-display"
    ]

    /// Whether this is the real image. Short data in the URL itself is only a placeholder until the image is loaded.
    private static func isPicture(_ attributes: borrowing TagStream) -> Bool {
        guard let source = attributes[.src] else { return false }
        let longestPlaceholder = 512
        return !source.isEmpty && (!source.hasPrefix("data:") || source.utf8.count > longestPlaceholder)
    }

    private static func isTooSmall(_ attributes: borrowing TagStream, below size: Int) -> Bool {
        [attributes.number(.width), attributes.number(.height)].contains { $0.map { $0 < size } ?? false }
    }

    /// Whether the page says that this is larger than pages make icons and portraits of authors.
    private static func isLarge(_ attributes: borrowing TagStream) -> Bool {
        let sides = [size(attributes, .width), size(attributes, .height)].compactMap(\.self)
        return sides.contains { $0 >= 200 } && sides.allSatisfy { $0 >= 100 }
    }

    private static func size(_ attributes: borrowing TagStream, _ side: Attribute) -> Int? {
        guard let size = attributes.number(side), size > 0, attributes[side]?.contains("%") != true else { return nil }
        return size
    }
}
