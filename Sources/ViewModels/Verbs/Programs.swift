import Configuration
import Library
import Signals
import Typesetting

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
