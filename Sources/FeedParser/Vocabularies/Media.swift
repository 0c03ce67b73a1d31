extension Vocabulary {
    /// Media RSS (https://www.rssboard.org/media-rss), as it describes an item: directly, in a group, or in a file's
    /// description.
    static let media = Vocabulary(
        uris: [
            "http://search.yahoo.com/mrss/", "http://video.search.yahoo.com/mrss/", "http://www.rssboard.org/media-rss",
            "http://tools.search.yahoo.com/mrss/", "http://api.search.yahoo.com/mrss/"
        ],
        prefix: "media",
        feed: [
            "thumbnail": .attributes { element, feed in feed.image.offer(element.link("url"), as: .fallback) },
            "category": .text { element, feed in
                feed.categories.add(category(element), scheme: element.string("scheme"))
            }
        ],
        item: parts.merging(["group": .group(parts.merging(["content": file]) { $1 }), "content": file]) { $1 })

    private static let parts: [String: Part<ItemDraft>] = [
        "title": .text { element, item in item.title.offer(element.plain, as: .fallback) },
        "description": .text { element, item in
            item.summary.offer(element.isHTML ? element.html : Paragraphs.html(of: element.text), as: .fallback)
        },
        "thumbnail": .attributes { element, item in item.image.offer(element.link("url"), as: .borrowed) },
        "credit": .text { element, item in
            // Directors and actors aren't authors.
            if element["role"].map({ $0.isCaseless("author") }) ?? true {
                item.authors.add(element.line, as: .fallback)
            }
        },
        "category": .text { element, item in item.categories.add(category(element), scheme: element.string("scheme")) }
    ]

    private static let file = Part<ItemDraft>.group(
        parts,
        opening: { element, item in
            guard let url = element.link("url") else { return }
            let type = element.string("type")
            let file = ParsedEnclosure(url: url, type: type, length: element["fileSize"]?.integer)
            if element["medium"].map({ $0.isCaseless("image") }) ?? (type?.hasPrefix("image/") == true) {
                item.image.offer(url, as: .fallback)
                item.pictures.append(file)
            } else {
                item.enclosures.append(file)
            }
        })

    private static func category(_ element: Element) -> String {
        element["label"].flatMap { $0.isBlank ? nil : PlainText.line($0) } ?? element.line
    }
}

extension Element {
    fileprivate var isHTML: Bool { self["type"].map { $0.trimmed.isCaseless("html") } ?? false }
}
