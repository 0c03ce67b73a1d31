import Addresses
import Configuration
import FoundationEssentials
import Library
import Signals
import Typesetting

/// Opens web links in the browser.
@MainActor final class Browsing: WorkspaceUser {
    let workspace: Workspace
    private let navigation: Navigation

    init(_ workspace: Workspace, navigation: Navigation) {
        self.workspace = workspace
        self.navigation = navigation
    }

    func openInBrowser() {
        if let selection = here.selection { return open(selection) }
        if let link = here.link {
            browse(link.address)
            return
        }
        if let link = currentLink { browse(link) }
    }

    /// Opens the item in the browser, which marks it read.
    func openInBrowserAndMarkRead() {
        if let selection = here.selection { return open(selection, markingRead: true) }
        guard let link = here.link?.address ?? currentLink,
            let address = webAddress(link, for: .open)
        else { return }
        request(.browse(address, reading: here.item?.id))
    }

    /// Marks items read whose links were opened.
    func markBrowsed(_ opened: [ItemID]) {
        news.mark(.items(ItemSet(opened)), .read)
        items.reread()
        if opened.count == 1, place != .links, config.isOn(.openBrowserJumpsToNextUnread) {
            navigation.goToUnread(by: 1)
        }
    }

    /// Opens the link without waiting for the browser.
    func openInBrowserBehind() {
        if let selection = here.selection { return open(selection, isBehind: true) }
        let link = here.link?.address ?? currentLink
        if let link, let address = webAddress(link, for: .open) { request(.browseBehind([address])) }
    }

    /// Opens all unread items of the list.
    func openAllUnread(markingRead: Bool) {
        let unread = unreadHere(limit: Self.mostCounted)
        open(unread, of: unread.count, markingRead: markingRead)
    }

    private func open(_ selection: SelectedRows, markingRead: Bool = false, isBehind: Bool = false) {
        let count = items.countedSelection
        do {
            let first = try selection.items(limit: config.number(.maxBrowserTabs), in: library)
            open(first, of: count, markingRead: markingRead, isBehind: isBehind)
        } catch {
            troubles.send(error)
        }
    }

    /// Opens the first items of `count`, as many as max-browser-tabs allows.
    private func open(_ items: [Item], of count: Int, markingRead: Bool, isBehind: Bool = false) {
        var pages: [String] = []
        var opened: [ItemID] = []
        for item in items.prefix(config.number(.maxBrowserTabs)) {
            guard let address = Address(item.link ?? ""), address.isOnTheWeb else { continue }
            pages.append(address.url)
            opened.append(item.id)
        }
        self.items.endSelecting()
        guard !pages.isEmpty else { return status = .done("No web links to open") }
        request(isBehind ? .browseBehind(pages) : .browseEach(pages, reading: markingRead ? opened : []))
        let those = pages.count == count ? "\(count)" : "\(pages.count) of \(count)"
        var words = "Opened \(those) \(count == 1 ? "item" : "items")"
        if markingRead { words += " and marked \(pages.count == 1 ? "it" : "them") read (\(key(.undo)) to undo)" }
        status = .done(words)
    }

    /// Doesn't count more unread items.
    private static let mostCounted = 10_000

    /// Opens a link, and returns whether it is a web link.
    @discardableResult
    func browse(_ link: String) -> Bool {
        guard let address = webAddress(link, for: .open) else { return false }
        request(.browse(address))
        return true
    }

    /// The URL of a web link. For another link, the status line says why it can't be used.
    func webAddress(_ link: String, for use: LinkUse) -> String? {
        if let address = Address(link), address.isOnTheWeb { return address.url }
        status = .refused("Can't \(use.words(for: "“\(link.shownAddress)”")): it isn't a web link")
        return nil
    }

    /// The link to open here. For a feed that names no site, it is the front page of its host.
    private var currentLink: String? {
        if here.item == nil, let feed = here.feed, currentSite == nil, let front = Address(feed.url)?.frontPage {
            return front
        }
        return link(for: .open)
    }

    /// The site that the feed names.
    var currentSite: String? { here.feed.flatMap { feeds.details(of: $0.id).site } }

    /// The item's link, or the feed's site if there is no item. If an item has no link, says so: its feed's site isn't
    /// what the user asked for.
    func link(for use: LinkUse) -> String? {
        if let item = here.item {
            if let link = item.link { return link }
            status = .refused("This item has no link to \(use.words(for: nil))")
        } else {
            if let site = currentSite { return site }
            status = .refused("No link to \(use.words(for: nil))")
        }
        return nil
    }

    private func unreadHere(limit: Int) -> [Item] {
        if place == .items { return items.unread(limit: limit) }
        guard place == .feeds, let source = feeds.selectedEntry?.source(at: Date()) else { return [] }
        do {
            return try library.unreadItems(of: library.listing(source.scope), limit: limit)
        } catch {
            troubles.send(error)
            return []
        }
    }
}

/// What a link is used for.
enum LinkUse {
    case open
    case copy
    case giving(to: String)

    /// “open LINK” and so on, for messages; without the link if that was named already.
    func words(for link: String?) -> String {
        let link = link.map { " \($0)" } ?? ""
        return switch self {
        case .open: "open\(link)"
        case .copy: "copy\(link)"
        case .giving(let program): "give\(link) to \(program)"
        }
    }
}
