import FoundationEssentials
import SQLite

// A listing is a sequence of sections; each merges strips by date.
extension Listing {
    enum Sectioning {
        case none
        case unreadFirst
        case feeds
    }

    var sectioning: Sectioning {
        switch order {
        case .newest, .oldest: .none
        case .unreadFirst: unreadOnly ? .none : .unreadFirst
        case .byFeed: feeds.isEmpty ? .none : .feeds
        }
    }

    var sectionCount: Int {
        switch sectioning {
        case .none: 1
        case .unreadFirst: 2
        case .feeds: feeds.count
        }
    }

    func strips(ofSection section: Int) -> [Strip] {
        guard let narrowing else { return allStrips(ofSection: section) }
        return allStrips(ofSection: section).flatMap { $0.only(narrowing) }
    }

    private func allStrips(ofSection section: Int) -> [Strip] {
        switch sectioning {
        case .none: strips(of: feeds).flatMap { unreadOnly ? whatWasUnread(of: $0) : [$0] }
        case .unreadFirst: strips(of: feeds).flatMap { section == 0 ? whatWasUnread(of: $0) : whatWasRead(of: $0) }
        case .feeds: strips(of: [feeds[section]]).flatMap { unreadOnly ? whatWasUnread(of: $0) : [$0] }
        }
    }

    /// The strips of the scope, or of these feeds if it is read feed by feed.
    private func strips(of feeds: [FeedID]) -> [Strip] {
        switch scope {
        case .all where feeds.isEmpty: return [Strip(condition: "is_listed = 1", value: .null, boundary: newestItem)]
        case .all, .tag: return feeds.map { strip(of: $0) }
        case .feed(let feed): return [strip(of: feed)]
        case .starred: return starredStrips()
        case .taggedItems(let tag):
            return [
                Strip(
                    tables: "item_tags JOIN states ON states.item = item_tags.item", prefix: "item_tags.",
                    condition: "tag = ?1 AND is_listed = 1", value: .text(tag), boundary: newestItem)
            ]
        case .since(let date):
            return [
                Strip(
                    condition: "is_listed = 1", value: .null, boundary: newestItem, dates: date.milliseconds ..< .max)
            ]
        case .query: return query?.strips(of: feeds, in: self) ?? []
        }
    }

    /// The items that were starred when the list was filled.
    func starredStrips() -> [Strip] {
        let strip = Strip(condition: "is_starred = 1 AND is_listed = 1", value: .null, boundary: newestItem)
        let unstarred = Strip(condition: "is_listed = 1 AND is_starred = 0", value: .null, boundary: newestItem)
        return strip.without(starredSince.on) + unstarred.only(starredSince.off)
    }

    func strip(of feed: FeedID) -> Strip {
        Strip(condition: "feed = ?1 AND is_deleted = 0", value: feed.sqliteValue, boundary: newestItem)
    }

    private func whatWasUnread(of strip: Strip) -> [Strip] {
        strip.adding("is_read = 0").without(readSince.off) + strip.adding("is_read = 1").only(readSince.on)
    }

    private func whatWasRead(of strip: Strip) -> [Strip] {
        strip.adding("is_read = 1").without(readSince.on) + strip.adding("is_read = 0").only(readSince.off)
    }
}

extension Strip {
    func adding(_ term: String) -> Strip {
        var strip = self
        strip.condition = "\(condition) AND \(term)"
        return strip
    }

    fileprivate func without(_ items: ItemSet) -> [Strip] {
        var strip = self
        strip.members.except = members.except.union(items)
        return [strip]
    }

    /// Nil if it would contain nothing.
    fileprivate func only(_ items: ItemSet) -> [Strip] {
        var strip = self
        let only = members.only?.intersection(items) ?? items
        strip.members.only = only
        return only.isEmpty ? [] : [strip]
    }
}
