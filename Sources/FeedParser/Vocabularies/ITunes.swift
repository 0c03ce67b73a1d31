extension Vocabulary {
    /// Apple's podcasts, whose feeds often lack RSS's own elements.
    static let itunes = Vocabulary(
        uris: [
            "http://www.itunes.com/dtds/podcast-1.0.dtd", "http://example.com/DTDs/PodCast-1.0.dtd",
            "http://www.itunes.com/dtds/podcast-1.0"
        ],
        prefix: "itunes",
        feed: [
            "image": .text { element, feed in feed.image.offer(image(element), as: .borrowed) },
            "summary": .text { element, feed in feed.description.offer(element.plain, as: .fallback) },
            "subtitle": .text { element, feed in feed.description.offer(element.plain, as: .lastResort) },
            "author": .text { element, feed in feed.authors.add(MailAuthor.name(in: element.line)) },
            "category": .group(
                ["category": .attributes { element, feed in feed.categories.add(element.string("text") ?? "") }],
                opening: { element, feed in feed.categories.add(element.string("text") ?? "") }),
            "link": .attributes { element, feed in
                if AtomLink(element).isRelated(as: "image") { feed.image.offer(element.link("href"), as: .borrowed) }
            },
            "keywords": .text { element, feed in feed.categories.add(listed: element.line) },
            "new-feed-url": .text { element, feed in feed.newAddress.offer(element.link) }
        ],
        item: [
            "title": .text { element, item in item.title.offer(element.plain, as: .fallback) },
            "image": .text { element, item in item.image.offer(image(element)) },
            "summary": .body { element, item in item.summary.offer(element.html, as: .fallback) },
            "subtitle": .text { element, item in item.summary.offer(element.plain, as: .lastResort) },
            "author": .text { element, item in item.authors.add(MailAuthor.name(in: element.line)) },
            "keywords": .text { element, item in item.categories.add(listed: element.line) },
            "duration": .text { element, item in item.episode.duration = seconds(element.text.trimmed) },
            "season": .text { element, item in item.episode.season = element.integer },
            "episode": .text { element, item in item.episode.number = element.integer }
        ])

    private static func image(_ element: Element) -> String? {
        element.link("href") ?? element.link("url") ?? element.link
    }

    // "3600", "60:00" and "1:00:00" are an hour.
    private static func seconds(_ duration: Bytes) -> Int? {
        var seconds = 0
        var start = 0
        var parts = 0
        while start <= duration.count, parts < 3 {
            let end = duration.index(of: ":", from: start) ?? duration.count
            guard let number = duration.part(start..<end).integer, number < 1_000_000 else { return nil }
            seconds = seconds * 60 + number
            start = end + 1
            parts += 1
        }
        return start > duration.count ? seconds : nil
    }
}
