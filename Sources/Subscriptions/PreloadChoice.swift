package import Configuration
package import Extraction
package import FoundationEssentials
package import Library
package import Refresh
import System

/// Which items' pages and pictures lede fetches by itself after a refresh.
package struct PreloadChoice: Sendable {
    private let filter: Filter?
    /// Whether it fetches pages of feeds without a setting of their own.
    private let isUsual: Bool
    /// The URLs of the other feeds.
    private let exceptions: Set<String>

    /// Nil if lede fetches no pages by itself. A filter with a mistake chooses nothing.
    package init?(_ config: Config, _ urls: UrlsList) {
        let isUsual = config.cacheWhen == .always
        self.isUsual = isUsual
        exceptions = Set(
            urls.feeds.filter { feed in feed.options?.cacheWhen.map { ($0 == .always) != isUsual } ?? false }
                .map(\.url))
        if !isUsual, exceptions.isEmpty { return nil }
        let text = config.text(.cacheFilter)
        do throws(FilterProblem) { filter = text.isEmpty ? nil : try Filter(text) } catch { return nil }
    }

    /// The items without a page, newest first.
    package func items(in library: Library, at now: Date) throws(LibraryFailure) -> [ItemID] {
        let chosen = try feeds(in: library)
        let lacking = try library.itemsWithoutPage(
            among: candidates(in: library, feeds: chosen, at: now), limit: Self.most, triedAgainBy: now)
        return try library.items(lacking).filter { chosen.contains($0.feed) }.map(\.id)
    }

    /// The items whose pictures lede hasn't tried to fetch ahead, newest first.
    package func itemsLackingPictures(in library: Library, at now: Date) throws(LibraryFailure) -> [ItemID] {
        let chosen = try feeds(in: library)
        let lacking = try library.itemsLackingPictures(
            among: candidates(in: library, feeds: chosen, at: now), limit: Self.most, at: now)
        return try library.items(lacking).filter { chosen.contains($0.feed) }.map(\.id)
    }

    private func feeds(in library: Library) throws(LibraryFailure) -> Set<FeedID> {
        Set(try library.feeds().filter { exceptions.contains($0.url) != isUsual }.map(\.id))
    }

    private func candidates(
        in library: Library, feeds: Set<FeedID>, at now: Date
    ) throws(LibraryFailure) -> ItemSet {
        if let filter { return try library.allItems(matching: filter, now: now) }
        if isUsual { return ItemSet(try library.items(unreadOnly: true, limit: Self.most).map(\.id)) }
        var items: [Item] = []
        for feed in feeds { items += try library.items(of: feed, unreadOnly: true, limit: Self.most) }
        return ItemSet(items.map(\.id))
    }

    private static let most = 1000
}

extension Config {
    /// The mistake in `cache-filter`, if it has one.
    package var cacheFilterProblems: [ConfigProblem] {
        let value = value(of: .cacheFilter)
        guard let text = value.words.first, !text.isEmpty, let place = value.place else { return [] }
        do throws(FilterProblem) {
            _ = try Filter(text)
            return []
        } catch {
            return [ConfigProblem(at: place, "invalid filter: \(error)")]
        }
    }
}

extension UrlsList {
    /// What the urls file sets for a feed.
    package func fullPage(of url: String) -> FullPage? { feeds.first { $0.url == url }?.options?.fullPage }
}

extension PageFetcher {
    /// Fetches pages as the config file says, and the urls file for single feeds. A site rule with a mistake is ignored.
    package convenience init(
        _ library: Library, _ config: Config, _ list: UrlsList, _ paths: Paths, queue: FetchQueue = FetchQueue()
    ) {
        let rules = SiteRules(paths)
        self.init(library: library, settings: RefreshSettings(config, list, paths), queue: queue) { host in
            (try? rules.rule(forHost: host)) ?? nil
        }
    }
}

extension PictureFetcher {
    /// Fetches pictures as the config file says, and the urls file for single feeds.
    package convenience init(
        _ library: Library, _ config: Config, _ list: UrlsList, _ paths: Paths, queue: FetchQueue = FetchQueue()
    ) {
        self.init(library: library, settings: RefreshSettings(config, list, paths), queue: queue)
    }
}

/// The user's rules for finding articles on the pages of sites, in files named after the hosts.
package struct SiteRules: Sendable {
    private let folder: String

    package init(_ paths: Paths) {
        folder = paths.siteRules
    }

    /// The rule for the pages of a host, if there is one.
    package func rule(forHost host: String) throws(SiteRuleProblem) -> SiteRule? {
        let files = SiteRule.fileNames(forHost: host).map { "\(folder)/\($0)" }
        guard let file = files.first(where: PrivateFiles.exists) else { return nil }
        do {
            return try SiteRule(parsing: String(decoding: PrivateFiles.read(file), as: UTF8.self))
        } catch let error as FileFailure {
            throw SiteRuleProblem(description: error.description)
        } catch {
            throw SiteRuleProblem(description: "\(file): \(error)")
        }
    }
}

/// Why a rule can't be used, with its file.
package struct SiteRuleProblem: Error, CustomStringConvertible {
    package let description: String
}
