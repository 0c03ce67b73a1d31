import Configuration
import FoundationEssentials
import Library
import Signals
import Typesetting
import URLs

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

/// A URL in which all characters that have a meaning for shells are percent-encoded.
///
/// Links come from anybody, and the user's command may pass them to a shell. `&` stays, because servers separate parts
/// of queries by it. Without spaces, `;`, `$`, quotation marks and parentheses it can't do much harm.
enum SafeAddress {
    static func of(_ url: String) -> String {
        // Hosts have a form of their own for other alphabets.
        let url = url.isWebAddress ? WebURL(url)?.href ?? url : url
        let bytes = Array(url.utf8)
        var safe: [UInt8] = []
        safe.reserveCapacity(bytes.count)
        var slashes = 0
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "/") { slashes += 1 }
            if isSafe(index, in: bytes, isInHost: slashes == 2) { safe.append(byte) } else { safe.appendEncoded(byte) }
        }
        return safe.count == bytes.count ? url : String(decoding: safe, as: UTF8.self)
    }

    private static let signs = Array("-._~:/?#@!&=+,".utf8)

    private static func isSafe(_ index: Int, in bytes: [UInt8], isInHost: Bool) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        // Keeps existing percent-encodings.
        case UInt8(ascii: "%"):
            index + 2 < bytes.count && bytes[(index + 1)...(index + 2)].allSatisfy { $0.hexValue != nil }
        // The host may be an IPv6 address.
        case UInt8(ascii: "["), UInt8(ascii: "]"): isInHost
        default: signs.contains(bytes[index])
        }
    }
}

/// Provides the data and texts of items for other programs.
@MainActor final class Programs: WorkspaceUser {
    let workspace: Workspace
    private let browsing: Browsing

    init(_ workspace: Workspace, browsing: Browsing) {
        self.workspace = workspace
        self.browsing = browsing
    }

    /// The data of the current feed and item. Only web URLs are included.
    var shownFields: ShownFields {
        let fields = ShownFields(
            feed: here.feed, site: here.item == nil ? browsing.currentSite : nil, item: here.item)
        guard let link = here.link else { return fields }
        return fields.leading(to: link.address)
    }

    /// The data of each selected item, and ends the selection. Nil if there are too many, or if `withAddress` and none
    /// has a web link; the status line says which.
    func takeFieldsOfEach(withAddress: Bool) -> [ShownFields]? {
        guard let selection = here.selection else { return [shownFields] }
        guard mayTakeTexts else { return nil }
        do {
            let each = try selection.items(limit: Self.mostTexts, in: library)
            items.endSelecting()
            let fields = each.map { ShownFields(feed: feeds.feed($0.feed), site: nil, item: $0) }
            let useful = withAddress ? fields.filter(\.hasAddress) : fields
            if useful.isEmpty { status = .refused("No selected item has a web link") }
            return useful.isEmpty ? nil : useful
        } catch {
            troubles.send(error)
            return nil
        }
    }

    /// Whether there is a URL to pass to a program; otherwise the status line says why not.
    func hasAddress(for program: String) -> Bool {
        // Selected items without a web link are skipped later.
        if here.selection != nil { return true }
        if shownFields.hasAddress { return true }
        let use = LinkUse.giving(to: program)
        if let link = here.link?.address ?? browsing.link(for: use) { _ = browsing.webAddress(link, for: use) }
        return false
    }

    /// The text of the article, or of the selected ones, which ends the selection. Nil if there is none, or there are
    /// too many; the status line says which.
    func takeShownText() -> String? {
        guard let selection = here.selection else {
            guard let article = here.article else {
                sayThereIsNoArticle()
                return nil
            }
            return article.plainText
        }
        guard mayTakeTexts else { return nil }
        do {
            var texts: [String] = []
            for item in try selection.items(limit: Self.mostTexts, in: library) {
                if let text = try library.article(item.id)?.plainText { texts.append(text) }
            }
            items.endSelecting()
            return texts.joined(separator: "\n\n")
        } catch {
            troubles.send(error)
            return nil
        }
    }

    /// Whether there is an article, and not too many are selected; otherwise the status line says which.
    var mayTakeTexts: Bool {
        guard here.article != nil else {
            sayThereIsNoArticle()
            return false
        }
        return maySelect(Self.mostTexts, "give a program")
    }

    /// Whether at most `most` items are selected; otherwise the status line says that they are too many.
    func maySelect(_ most: Int, _ action: String) -> Bool {
        let count = items.countedSelection
        guard count > most else { return true }
        status = .refused("Can't \(action) \(count) articles at once: select at most \(most) (\(key(.select)))")
        return false
    }

    func sayThereIsNoArticle() { status = .refused("No article here") }

    private static let mostTexts = 100
}
