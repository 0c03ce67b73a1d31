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
    mutating func insert(_ element: HTMLTag, _ attributes: borrowing TagStream, _ style: HTMLStyle) {
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
        if let target = player.target { insert(Media(kind: player.kind, target: target, title: player.name)) }
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

/// Where the picture of an `img` is: pages that load their pictures late put the address elsewhere.
private enum ImageSource {
    static func of(_ attributes: borrowing TagStream, relativeTo base: LinkBase) -> String? {
        for late: Attribute in [.dataSrc, .dataLazySrc, .dataOriginal] {
            if let target = attributes.address(late).flatMap(base.target) { return target }
        }
        if let target = largest(attributes, in: [.dataSrcset, .dataLazySrcset], relativeTo: base) { return target }
        return attributes.address(.src).flatMap(base.target) ?? largest(attributes, in: [.srcset], relativeTo: base)
    }

    /// The largest picture that a `source` of a `picture` gives.
    static func ofSource(_ attributes: borrowing TagStream, relativeTo base: LinkBase) -> String? {
        largest(attributes, in: [.srcset, .dataSrcset, .dataLazySrcset], relativeTo: base)
    }

    private static func largest(
        _ attributes: borrowing TagStream, in sets: [Attribute], relativeTo base: LinkBase
    ) -> String? {
        for set in sets {
            if let candidate = attributes.address(set).flatMap(largest), let target = base.target(of: candidate) {
                return target
            }
        }
        return nil
    }

    /// Returns the URL with the largest width or density: `a.png 640w, b.png 1280w`.
    private static func largest(_ set: String) -> String? {
        var best: (address: Substring, size: Double)?
        var address: Substring?
        for word in set.split(whereSeparator: \.isWhitespace) {
            if address == nil {
                address = word
                guard word.hasSuffix(",") else { continue }
            }
            let size = Double(word.drop { $0 == "," }.prefix { $0.isNumber || $0 == "." }) ?? 1
            if let address, size > best?.size ?? 0 { best = (address, size) }
            address = nil
        }
        if best == nil, let address { best = (address, 1) }
        return best.map { $0.address.hasSuffix(",") ? String($0.address.dropLast()) : String($0.address) }
    }
}

/// A picture that the text itself contains, in a `data:` URL.
struct ContainedPicture {
    let url: String
    /// Short, since sources are compared with each frame. No page can guess another picture's.
    let name: String

    /// Shorter ones only take a picture's place until it is loaded.
    private static let shortest = 512
    /// What the pictures of one text may have together, in bytes.
    static let mostBytes = 1 << 20

    /// Nil if the source is something else, or has more than `most` bytes.
    init?(_ attributes: borrowing TagStream, upTo most: Int) {
        guard attributes.has(.src) else { return nil }
        let length = attributes.length(of: .src)
        guard length > Self.shortest, length <= most, let url = attributes.string(of: .src, first: length),
            url.prefix(11).lowercased() == "data:image/"
        else { return nil }
        self.url = url
        var hasher = Hasher()
        hasher.combine(url)
        name = "data:\(String(UInt(bitPattern: hasher.finalize()), radix: 16))"
    }
}

/// Embedded players, and the page that a user would open instead.
private enum EmbeddedPage {
    private struct Site {
        let kind: Media.Kind
        /// The player's URL after the scheme and `www.`, up to the video's id.
        let player: String
        let page: String
    }

    private static let sites = [
        Site(kind: .video, player: "youtube.com/embed/", page: "https://www.youtube.com/watch?v="),
        Site(kind: .video, player: "youtube-nocookie.com/embed/", page: "https://www.youtube.com/watch?v="),
        Site(kind: .video, player: "youtube.com/v/", page: "https://www.youtube.com/watch?v="),
        Site(kind: .video, player: "player.vimeo.com/video/", page: "https://vimeo.com/"),
        Site(kind: .video, player: "dailymotion.com/embed/video/", page: "https://www.dailymotion.com/video/"),
        Site(kind: .video, player: "embed.ted.com/talks/", page: "https://www.ted.com/talks/"),
        Site(kind: .video, player: "rumble.com/embed/", page: "https://rumble.com/embed/"),
        Site(kind: .audio, player: "open.spotify.com/embed/", page: "https://open.spotify.com/"),
        Site(kind: .embedded, player: "archive.org/embed/", page: "https://archive.org/details/")
    ]

    static func media(at address: String, title: String?) -> Media {
        var rest = address.drop { $0 != "/" }.drop { $0 == "/" }
        if rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
        for site in sites where rest.hasPrefix(site.player) {
            let separators: Set<Character> = site.kind == .audio ? ["?", "#"] : ["?", "#", "&", "/"]
            let name = rest.dropFirst(site.player.count).prefix { !separators.contains($0) }
            // A playlist's URL has no video.
            if !name.isEmpty, name != "videoseries" {
                return Media(kind: site.kind, target: site.page + name, title: title)
            }
        }
        return Media(kind: .embedded, target: address, title: title)
    }
}
