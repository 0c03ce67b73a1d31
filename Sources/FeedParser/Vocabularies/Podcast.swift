extension Vocabulary {
    /// The podcast namespace (https://podcastindex.org/namespace/1.0).
    static let podcast = Vocabulary(
        uris: [
            "https://podcastindex.org/namespace/1.0",
            "https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"
        ],
        prefix: "podcast",
        item: [
            "chapters": .attributes { element, item in item.episode.chapters = element.link("url") },
            "transcript": .attributes { element, item in
                guard let url = element.link("url") else { return }
                item.episode.transcripts.append(
                    .init(url: url, type: element.string("type"), language: element.string("language")))
            },
            "season": .text { element, item in item.episode.season = item.episode.season ?? element.integer },
            "episode": .text { element, item in item.episode.number = item.episode.number ?? element.integer },
            "person": .text { element, item in
                if element["role"].map({ $0.isCaseless("host") }) ?? true {
                    item.authors.add(element.line, as: .fallback)
                }
            },
            "image": .attributes { element, item in item.image.offer(element.link("href"), as: .borrowed) }
        ])
}
