import FeedParser
import FoundationEssentials
import SQLite

/// What the library stores of a parsed item.
extension ParsedItem {
    /// The text for reading.
    var html: String { content ?? summary ?? "" }

    /// The approximate bytes that it takes in the library.
    var storedBytes: Int { html.utf8.count + Database.bytesBesideText }

    /// Lists show many titles at once, and a title of a megabyte would delay them all. Untitled items get their opening
    /// words.
    package var storedTitle: String {
        if let title, !title.isEmpty { return title.cut }
        return String.beginning(ofHTML: html).cut
    }

    /// Lists have it in memory, too.
    var storedLink: String? { link?.asStoredAddress }

    var authorLine: String? { authors.isEmpty ? nil : authors.joined(separator: ", ").cut }

    /// The date for lists. A future date would stay above all newer items.
    func listedDate(at now: Date) -> Date { min(published ?? updated ?? now, now) }

    /// A hash that changes with anything stored of the item, except its id.
    var revision: Int64 {
        var hash = StableHash()
        hash.combine(title)
        hash.combine(link)
        for author in authors { hash.combine(author) }
        hash.combine(html)
        for date in [published, updated] { hash.combine(date) }
        for category in categories {
            hash.combine(category.name)
            hash.combine(category.scheme)
        }
        for enclosure in enclosures {
            hash.combine(enclosure.url)
            hash.combine(enclosure.type)
            hash.combine(enclosure.length)
        }
        hash.combine(image)
        hash.combine(language)
        if let comments {
            hash.combine(comments.link)
            hash.combine(comments.feed)
            hash.combine(comments.count)
        }
        if let source {
            hash.combine(source.title)
            hash.combine(source.link)
        }
        if let episode { hash.combine(episode) }
        if let location {
            hash.combine(Int64(bitPattern: location.latitude.bitPattern))
            hash.combine(Int64(bitPattern: location.longitude.bitPattern))
        }
        if let inReplyTo { hash.combine(inReplyTo) }
        return hash.value
    }
}

extension String {
    /// The part of it that lists can show.
    package var cut: String { utf8.count <= 1000 ? self : String(unicodeScalars.prefix(1000)) }

    /// The URL, unless it is longer than any server accepts: a part of it would lead elsewhere.
    var asStoredAddress: String? { utf8.count <= 8 << 10 ? self : nil }
}

extension StableHash {
    fileprivate mutating func combine(_ date: Date?) {
        if case .integer(let milliseconds) = date.sqliteValue { combine(milliseconds) } else { combine(Int64.min) }
    }

    fileprivate mutating func combine(_ number: Int?) { combine(number.map(Int64.init) ?? .min) }

    fileprivate mutating func combine(_ episode: ParsedEpisode) {
        for number in [episode.duration, episode.season, episode.number] { combine(number) }
        combine(episode.chapters)
        for transcript in episode.transcripts {
            combine(transcript.url)
            combine(transcript.type)
            combine(transcript.language)
        }
    }
}
