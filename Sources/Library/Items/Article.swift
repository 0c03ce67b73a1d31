package import FoundationEssentials
import SQLite
import URLs

/// An item with its text and everything else that its feed said about it.
package struct Article: Equatable, Sendable {
    package let item: Item
    package let feedName: String
    package var feedSite: String?
    package var feedImage: String?
    /// The titles of other feeds with this article.
    package var alsoIn: [String] = []
    /// Which rules acted on it and what they did, in words.
    package var reasons: [String] = []
    /// The tags from the user or from a rule.
    package var tags: [String] = []
    package var html: String
    /// Whether the text is that of the item's web page, and not the feed's.
    package var isFromPage = false
    /// Whether the text is the item's transcript.
    package var isTranscript = false
    /// The item's id in the feed.
    package var guid: String?
    package var published: Date?
    package var updated: Date?
    package var language: String?
    package var image: String?
    package var categories: [Category] = []
    package var enclosures: [Enclosure] = []
    package var transcripts: [Transcript] = []
    package var comments = Comments()
    package var origin = Origin()
    package var episode = Episode()
    package var location: Location?
    /// The id of the item that this one answers.
    package var inReplyTo: String?

    /// The article with the text of its page, or its transcript, in place of its feed's.
    package func showing(_ text: FullText) -> Article {
        var article = self
        article.html = text.html
        (article.isFromPage, article.isTranscript) = (!text.isTranscript, text.isTranscript)
        return article
    }

    /// Whether it has another text than its feed's: that of a page, or a transcript.
    package var hasOtherText: Bool { item.link != nil || !transcripts.isEmpty }

    /// Whether this is the other text that it has now: the feed may have named a transcript since.
    package func has(_ text: FullText) -> Bool { text.isFound && (text.isTranscript || transcripts.isEmpty) }

    /// Its first audio or video file on the web.
    package var recording: Enclosure? {
        enclosures.first { file in
            let type = file.type?.lowercased() ?? ""
            return (type.hasPrefix("audio/") || type.hasPrefix("video/")) && file.url.hasPrefix("http")
        }
    }

    /// The URL of the picture for a text without pictures: the item's own, or an attached one. The feed's image, which
    /// some podcasts repeat for each episode, is none.
    package var picture: String? {
        let own = image == feedImage ? nil : image
        let attached = enclosures.first { $0.type?.lowercased().hasPrefix("image/") == true }?.url
        return (own ?? attached).flatMap { $0.hasPrefix("http") ? $0 : nil }
    }

    package struct Category: Equatable, Sendable {
        package var name: String
        /// Its system, as a URL or in words.
        package var scheme: String?
    }

    /// A file of the item.
    package struct Enclosure: Equatable, Sendable {
        package var url: String
        package var type: String?
        /// In bytes.
        package var length: Int?
    }

    /// A transcript of a podcast's episode.
    package struct Transcript: Equatable, Sendable {
        package var url: String
        package var type: String?
        package var language: String?
    }

    /// The page with the item's comments.
    package struct Comments: Equatable, Sendable {
        package var link: String?
        package var feed: String?
        package var count: Int?
    }

    /// The feed that the item was taken over from.
    package struct Origin: Equatable, Sendable {
        package var title: String?
        package var link: String?
    }

    package struct Episode: Equatable, Sendable {
        /// In seconds.
        package var duration: Int?
        package var season: Int?
        package var number: Int?
        /// The URL of its list of chapters, or the list itself as JSON.
        package var chapters: String?
    }

    /// In degrees.
    package struct Location: Equatable, Sendable {
        package let latitude: Double
        package let longitude: Double
    }
}

extension Library {
    /// An item with its text, and with tags that aren't written yet; nil if the number is unknown.
    package func article(_ id: ItemID) throws(LibraryFailure) -> Article? {
        // Read first: marks that are written meanwhile do no harm.
        let pending = changeQueue.marks
        return try read { database in
            let categories = try database.all(
                "SELECT name, scheme FROM categories WHERE item = ? ORDER BY position", id
            ) { Article.Category(name: $0.text(0), scheme: $0.optionalText(1)) }
            let files = try database.all(
                "SELECT url, type, length, language, is_transcript FROM enclosures WHERE item = ? ORDER BY position", id
            ) { AttachedFile($0) }
            let others = try database.otherFeeds(of: id)
            let reasons = try database.reasons(for: id)
            return try database.first(
                """
                SELECT coalesce(own_title, feeds.title), site, html, guid, published, updated, contents.language,
                    contents.image, comments_link, comments_feed, comments_count, source_title, source_link, duration,
                    season, episode, chapters, latitude, longitude, in_reply_to, url, feeds.image,
                    \(Item.columns)
                FROM states JOIN items ON items.id = states.item JOIN feeds ON feeds.id = states.feed
                    JOIN contents ON contents.item = items.id
                WHERE states.item = ?
                """, id
            ) { row in
                let tags = try database.tags(of: [Item(row, from: 22)], with: pending)[id] ?? []
                return Article(row, others, reasons, tags.sorted(), categories, files)
            }
        }
    }
}

/// A row of the combined table of the item's files and transcripts.
private struct AttachedFile {
    let enclosure: Article.Enclosure
    let transcript: Article.Transcript?

    init(_ row: borrowing Row) {
        let (url, type) = (row.text(0), row.optionalText(1))
        enclosure = Article.Enclosure(url: url, type: type, length: row.optionalInt(2))
        transcript = row.bool(4) ? Article.Transcript(url: url, type: type, language: row.optionalText(3)) : nil
    }
}

extension Article {
    fileprivate init(
        _ row: borrowing Row, _ alsoIn: [String], _ reasons: [String], _ tags: [String],
        _ categories: [Category], _ files: [AttachedFile]
    ) {
        let place = row.optionalReal(17).flatMap { latitude in
            row.optionalReal(18).map { Location(latitude: latitude, longitude: $0) }
        }
        self.init(
            item: Item(row, from: 22),
            feedName: row.optionalText(0) ?? row.text(20).shownAddress,
            feedSite: row.optionalText(1),
            feedImage: row.optionalText(21),
            alsoIn: alsoIn,
            reasons: reasons,
            tags: tags,
            html: row.text(2),
            guid: row.optionalText(3),
            published: row.optionalDate(4),
            updated: row.optionalDate(5),
            language: row.optionalText(6),
            image: row.optionalText(7),
            categories: categories,
            enclosures: files.filter { $0.transcript == nil }.map(\.enclosure),
            transcripts: files.compactMap(\.transcript),
            comments: Comments(
                link: row.optionalText(8), feed: row.optionalText(9), count: row.optionalInt(10)),
            origin: Origin(title: row.optionalText(11), link: row.optionalText(12)),
            episode: Episode(
                duration: row.optionalInt(13), season: row.optionalInt(14),
                number: row.optionalInt(15), chapters: row.optionalText(16)),
            location: place,
            inReplyTo: row.optionalText(19))
    }
}
