import Configuration
import FoundationEssentials
package import Library
import Signals
import System
import Typesetting
import URLs

/// Opens web links in the browser.
@MainActor package final class Browsing: ReaderPart {
    unowned let reader: ReaderModel

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    func openInBrowser() {
        if let selection = reader.here.selection { return open(selection) }
        if let link = reader.here.link {
            browse(link.address)
            return
        }
        if let link = currentLink { browse(link) }
    }

    /// Opens the page with the item's comments.
    func openComments() {
        guard let link = reader.here.article?.comments.link else {
            return session.status = .refused("This item has no comments to open")
        }
        browse(link)
    }

    /// Opens the item in the browser, which marks it read.
    func openInBrowserAndMarkRead() {
        if let selection = reader.here.selection { return open(selection, markingRead: true) }
        guard let link = reader.here.link?.address ?? currentLink,
            let address = webAddress(link, for: .open)
        else { return }
        session.request(.browse(address, reading: reader.here.item?.id))
    }

    /// Marks items read whose links were opened.
    package func markBrowsed(_ opened: [ItemID]) {
        session.library.mark(.items(ItemSet(opened)), .read)
        reader.items.reread()
        if opened.count == 1, reader.screen != .links, session.config.isOn(.openBrowserJumpsToNextUnread) {
            reader.navigation.goToUnread(by: 1)
        }
    }

    /// Opens the link without waiting for the browser.
    func openInBrowserBehind() {
        if let selection = reader.here.selection { return open(selection, isBehind: true) }
        let link = reader.here.link?.address ?? currentLink
        if let link, let address = webAddress(link, for: .open) { session.request(.browseBehind([address])) }
    }

    /// Opens all unread items of the list.
    func openAllUnread(markingRead: Bool) {
        let unread = unreadHere(limit: Self.mostCounted)
        open(unread, of: unread.count, markingRead: markingRead)
    }

    private func open(_ selection: SelectedRows, markingRead: Bool = false, isBehind: Bool = false) {
        let count = reader.items.countedSelection
        let limit = session.config.number(.maxBrowserTabs)
        guard let first = session.news.reporting(try selection.items(limit: limit, in: session.library)) else { return }
        open(first, of: count, markingRead: markingRead, isBehind: isBehind)
    }

    /// Opens the first items of `count`, as many as max-browser-tabs allows.
    private func open(_ items: [Item], of count: Int, markingRead: Bool, isBehind: Bool = false) {
        var pages: [String] = []
        var opened: [ItemID] = []
        for item in items.prefix(session.config.number(.maxBrowserTabs)) {
            guard let address = Address(item.link ?? ""), address.isOnTheWeb else { continue }
            pages.append(address.url)
            opened.append(item.id)
        }
        self.reader.items.endSelecting()
        guard !pages.isEmpty else { return session.status = .done("No web links to open") }
        session.request(isBehind ? .browseBehind(pages) : .browseEach(pages, reading: markingRead ? opened : []))
        let those = pages.count == count ? "\(count)" : "\(pages.count) of \(count)"
        var words = "Opened \(those) \(count == 1 ? "item" : "items")"
        if markingRead {
            words += " and marked \(pages.count == 1 ? "it" : "them") read (\(session.key(.undo)) to undo)"
        }
        session.status = .done(words)
    }

    /// Doesn't count more unread items.
    private static let mostCounted = 10_000

    /// Opens a link, or plays from the time to which it leads, and returns whether it is a web link.
    @discardableResult
    func browse(_ link: String) -> Bool {
        if reader.actions.listening.play(fromLink: link) { return true }
        guard let address = webAddress(link, for: .open) else { return false }
        session.request(.browse(address))
        return true
    }

    /// The URL of a web link. For another link, the status line says why it can't be used.
    func webAddress(_ link: String, for use: LinkUse) -> String? {
        if let address = Address(link), address.isOnTheWeb { return address.url }
        session.status = .refused("Can't \(use.words(for: "“\(link.shownAddress)”")): it isn't a web link")
        return nil
    }

    /// The link to open here. For a feed that names no site, it is the front page of its host.
    private var currentLink: String? {
        if reader.here.item == nil, let feed = reader.here.feed, currentSite == nil,
            let front = Address(feed.url)?.frontPage
        {
            return front
        }
        return link(for: .open)
    }

    /// The site that the feed names.
    var currentSite: String? { reader.here.feed.flatMap { reader.feeds.details(of: $0.id).site } }

    /// The item's link, or the feed's site if there is no item. If an item has no link, says so: its feed's site isn't
    /// what the user asked for.
    func link(for use: LinkUse) -> String? {
        if let item = reader.here.item {
            if let link = item.link { return link }
            session.status = .refused("This item has no link to \(use.words(for: nil))")
        } else {
            if let site = currentSite { return site }
            session.status = .refused("No link to \(use.words(for: nil))")
        }
        return nil
    }

    private func unreadHere(limit: Int) -> [Item] {
        if reader.screen == .items { return reader.items.unread(limit: limit) }
        guard reader.screen == .feeds, let source = reader.feeds.selectedEntry?.source(at: Date()) else { return [] }
        let unread = session.news.reporting(
            try session.library.unreadItems(of: session.library.listing(source.scope), limit: limit))
        return unread ?? []
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
            index + 2 < bytes.count && bytes[(index + 1)...(index + 2)].allSatisfy { $0.isHexadecimalDigit }
        // The host may be an IPv6 address.
        case UInt8(ascii: "["), UInt8(ascii: "]"): isInHost
        default: signs.contains(bytes[index])
        }
    }
}

/// Provides the data and texts of items for other programs.
@MainActor package final class ProgramInput: ReaderPart {
    unowned let reader: ReaderModel

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    /// The data of the current feed and item. Only web URLs are included.
    package var shownFields: ShownFields {
        let fields = ShownFields(
            feed: reader.here.feed, site: reader.here.item == nil ? reader.actions.browsing.currentSite : nil,
            item: reader.here.item, article: reader.article(of: reader.here.item))
        guard let link = reader.here.link else { return fields }
        return fields.leading(to: link.address)
    }

    /// The data of each selected item that has values for these placeholders, and ends the selection. Nil if there are too
    /// many, or none has; the status line says which.
    package func takeFieldsOfEach(with letters: [Character]) -> [ShownFields]? {
        guard let selection = reader.here.selection else { return [shownFields] }
        guard mayTakeTexts else { return nil }
        let items = session.news.reporting(try selection.items(limit: Self.mostTexts, in: session.library))
        guard let items else { return nil }
        reader.items.endSelecting()
        let fields = items.map {
            ShownFields(
                feed: reader.feeds.feed($0.feed), site: nil, item: $0, article: reader.article(of: $0))
        }
        let useful = fields.filter { $0.has(letters) }
        if useful.isEmpty {
            let missing = letters.contains("e") ? "an audio or video file" : "a web link"
            session.status = .refused("No selected item has \(missing)")
        }
        return useful.isEmpty ? nil : useful
    }

    /// Whether these placeholders have values to pass to a program; otherwise the status line says why not.
    package func has(_ letters: [Character], for program: String) -> Bool {
        // Selected items without them are skipped later.
        if reader.here.selection != nil { return true }
        let fields = shownFields
        if fields.has(letters) { return true }
        let use = LinkUse.giving(to: program)
        if letters.contains("e"), !fields.has(["e"]) {
            session.status = .refused("No audio or video file to \(use.words(for: nil))")
            return false
        }
        if let link = reader.here.link?.address ?? reader.actions.browsing.link(for: use) {
            _ = reader.actions.browsing.webAddress(link, for: use)
        }
        return false
    }

    /// The text of the article, or of the selected ones, which ends the selection. Nil if there is none, or there are
    /// too many; the status line says which.
    package func takeShownText() -> String? {
        guard let selection = reader.here.selection else {
            guard let article = reader.here.article else {
                sayThereIsNoArticle()
                return nil
            }
            return article.plainText
        }
        guard mayTakeTexts else { return nil }
        do {
            var texts: [String] = []
            for item in try selection.items(limit: Self.mostTexts, in: session.library) {
                if let text = try session.library.article(item.id)?.plainText { texts.append(text) }
            }
            reader.items.endSelecting()
            return texts.joined(separator: "\n\n")
        } catch {
            session.troubles.send(error)
            return nil
        }
    }

    /// Whether there is an article, and not too many are selected; otherwise the status line says which.
    var mayTakeTexts: Bool {
        guard reader.here.article != nil else {
            sayThereIsNoArticle()
            return false
        }
        return maySelect(Self.mostTexts, "give a program")
    }

    /// Whether at most `most` items are selected; otherwise the status line says that they are too many.
    func maySelect(_ most: Int, _ action: String) -> Bool {
        let count = reader.items.countedSelection
        guard count > most else { return true }
        session.status = .refused(
            "Can't \(action) \(count) articles at once: select at most \(most) (\(session.key(.select)))")
        return false
    }

    func sayThereIsNoArticle() { session.status = .refused("No article here") }

    private static let mostTexts = 100
}
