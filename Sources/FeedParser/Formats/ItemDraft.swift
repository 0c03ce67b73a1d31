import FoundationEssentials

/// A feed while its document is read.
struct FeedDraft {
    var format = FeedFormat.rss
    var title = Best<String>()
    var link = Best<String>()
    var description = Best<String>()
    var language = Best<String>()
    var image = Best<String>()
    var updated = Best<Date>()
    /// The authors of every item without its own.
    var authors = Authors()
    var categories: [ParsedCategory] = []
    var selfLink = Best<String>()
    var newAddress = Best<String>()
    var hubs: [String] = []
    var timeToLive: Int?
    var updatePeriod: Int?
    var updateFrequency: Int?
    var skippedHours: Set<Int> = []
    var skippedDays: Set<Int> = []
    var items: [ParsedItem] = []

    consuming func finished() -> ParsedFeed {
        let names = authors.isEmpty ? authors.urls.unique : authors.names
        // A feed may name its authors after its entries.
        items.inherit(names)
        return ParsedFeed(
            format: format,
            title: title.value,
            link: link.value,
            description: description.value,
            language: language.value,
            image: image.value,
            updated: updated.value,
            authors: names,
            categories: categories.unique,
            selfLink: selfLink.value,
            newAddress: newAddress.value,
            hubs: hubs.unique,
            schedule: ScheduleHints(
                timeToLive: timeToLive, updateInterval: updateInterval, skippedHours: skippedHours,
                skippedDays: skippedDays),
            items: items)
    }

    // By default daily, and once in a period.
    private var updateInterval: Int? {
        guard updatePeriod != nil || updateFrequency != nil else { return nil }
        return (updatePeriod ?? 24 * 60) / max(updateFrequency ?? 1, 1)
    }
}

/// An item while its element is read.
struct ItemDraft {
    var id = Best<String>()
    var title = Best<String>()
    var link = Best<String>()
    /// The link before a service replaced it, if the service provides it.
    var originalLink: String?
    var authors = Authors()
    /// The authors of the feed that the item came from, for items without their own.
    var sourceAuthors: Authors?
    var published = Best<Date>()
    var updated = Best<Date>()
    var summary = Best<String>()
    var content = Best<String>()
    var categories: [ParsedCategory] = []
    var enclosures: [ParsedEnclosure] = []
    /// Media RSS's pictures, which come after the files that play.
    var pictures: [ParsedEnclosure] = []
    var originalEnclosure: String?
    var image = Best<String>()
    var language = Best<String>()
    var comments = ParsedComments()
    var source = ParsedSource()
    var episode = ParsedEpisode()
    /// The chapters in the feed itself, each as a JSON object.
    var chapters: [String] = []
    var location: ParsedLocation?
    var latitude: Double?
    var longitude: Double?
    var inReplyTo: String?

    /// The item as it is now; the draft is then ready for the next one. If the feed has authors, they come before authors of
    /// the item who give no more than their URL.
    mutating func finish(feedHasAuthors: Bool) -> ParsedItem {
        // Nobody has to be asked for these.
        if !chapters.isEmpty { episode.chapters = "{\"chapters\":[\(chapters.joined(separator: ","))]}" }
        var authors = authors.isEmpty ? sourceAuthors?.names ?? [] : authors.names
        if authors.isEmpty, !feedHasAuthors { authors = (self.authors.urls + (sourceAuthors?.urls ?? [])).unique }
        let item = ParsedItem(
            id: id.take(),
            title: title.take(),
            link: originalLink.take() ?? link.take(),
            authors: authors,
            published: published.take(),
            updated: updated.take(),
            summary: summary.take(),
            content: content.take(),
            categories: categories.unique,
            enclosures: eachEnclosureOnce.filter { !$0.isFlash },
            image: image.take(),
            language: language.take(),
            comments: comments.unlessEmpty,
            source: source.unlessEmpty,
            episode: episode.unlessEmpty,
            location: location ?? point,
            inReplyTo: inReplyTo.take())
        self = ItemDraft()
        return item
    }

    // RSS and Media RSS may both list a file.
    private var eachEnclosureOnce: [ParsedEnclosure] {
        let files = pictures.isEmpty ? enclosures : enclosures.isEmpty ? pictures : enclosures + pictures
        guard files.count > 1 else { return files }
        var seen: Set<String> = []
        return files.filter { seen.insert($0.url).inserted }
    }

    private var point: ParsedLocation? {
        guard let latitude, let longitude else { return nil }
        return ParsedLocation(checking: latitude, longitude)
    }
}

extension Array where Element: Hashable {
    /// Each element once, in order.
    var unique: [Element] {
        guard count > 1 else { return self }
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension ParsedComments {
    fileprivate var unlessEmpty: ParsedComments? { self == ParsedComments() ? nil : self }
}

extension ParsedSource {
    fileprivate var unlessEmpty: ParsedSource? { self == ParsedSource() ? nil : self }
}

extension ParsedEpisode {
    fileprivate var unlessEmpty: ParsedEpisode? { self == ParsedEpisode() ? nil : self }
}

/// The authors of something, and the person being read.
struct Authors {
    private var own: [String] = []
    private var borrowed: [String] = []
    /// The URLs of persons who give no more than that.
    private(set) var urls: [String] = []
    private var person = Person()

    /// The parts of a person's element. The best name counts.
    struct Person {
        var name: String?
        var email: String?
        var address: String?
    }

    /// The names in order, each once: those from the format's own elements and Dublin Core, otherwise those from other
    /// vocabularies.
    var names: [String] { (own.isEmpty ? borrowed : own).unique }

    var isEmpty: Bool { own.isEmpty && borrowed.isEmpty }

    mutating func add(_ name: String?, as rank: Rank = .own) {
        guard let name = name?.prefix(bytes: FeedLimits.name), !name.isEmpty,
            own.count + borrowed.count < FeedLimits.authors
        else { return }
        if rank < .fallback { own.append(name) } else { borrowed.append(name) }
    }

    mutating func beginPerson() { person = Person() }

    mutating func updatePerson(_ update: (inout Person) -> Void) { update(&person) }

    /// Adds the person read. Some feeds have the name as text instead of elements.
    mutating func endPerson(_ words: String) {
        if let name = person.name ?? words.unlessBlank ?? person.email {
            add(name)
        } else if let url = person.address?.prefix(bytes: FeedLimits.name), urls.count < FeedLimits.authors {
            urls.append(url)
        }
    }
}

extension [ParsedItem] {
    /// Copies a feed's authors to its items without any, unless that would exceed every real document.
    mutating func inherit(_ authors: [String]) {
        let heirs = indices.filter { self[$0].authors.isEmpty }
        guard heirs.count * authors.reduce(0, { $0 + $1.utf8.count }) <= FeedLimits.inheritedAuthors else { return }
        for index in heirs { self[index].authors = authors }
    }
}

/// How well a value fits.
enum Rank: UInt8, Comparable {
    /// The format's own element for it.
    case own
    /// Another vocabulary's element with the same meaning, or the format's own second choice.
    case borrowed
    /// A value with another purpose that can be used.
    case fallback
    /// A value to use if there is nothing else.
    case lastResort

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
}

/// A value that several elements may provide, in any order. The best rank wins, and among equals the first.
struct Best<Value> {
    private(set) var value: Value?
    private var rank = Rank.lastResort

    mutating func offer(_ candidate: Value?, as candidateRank: Rank = .own) {
        guard let candidate, isWanted(candidateRank) else { return }
        value = candidate
        rank = candidateRank
    }

    /// Returns the value and clears it.
    mutating func take() -> Value? { value.take() }

    /// Whether a value of this rank would be used, so that it is worth creating.
    func isWanted(_ candidateRank: Rank) -> Bool { value == nil || candidateRank < rank }
}

extension Best<Date> {
    /// Offers a date. Among equal ranks the last one counts, which was added later.
    mutating func offer(_ candidate: Date?, as candidateRank: Rank = .own) {
        guard let candidate, value == nil || candidateRank <= rank else { return }
        value = candidate
        rank = candidateRank
    }
}

extension Best<String> {
    /// Offers a text, unless it is blank.
    mutating func offer(_ candidate: String?, as candidateRank: Rank = .own) {
        guard let candidate = candidate?.unlessBlank, isWanted(candidateRank) else { return }
        value = candidate
        rank = candidateRank
    }

    /// Offers a text; among equal ranks the last one wins.
    mutating func offerLast(_ candidate: String?, as candidateRank: Rank) {
        guard let candidate = candidate?.unlessBlank, value == nil || candidateRank <= rank else { return }
        value = candidate
        rank = candidateRank
    }
}
