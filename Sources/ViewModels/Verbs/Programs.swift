import Configuration
import Library
import Signals
import Typesetting

/// Tells programs of what is shown, and gives them its text.
@MainActor final class Programs: WorkspaceUser {
    let workspace: Workspace
    private let browsing: Browsing

    init(_ workspace: Workspace, browsing: Browsing) {
        self.workspace = workspace
        self.browsing = browsing
    }

    /// What programs are told of what is shown; of addresses only such as lead to the web.
    var shownFields: ShownFields {
        let fields = ShownFields(
            feed: here.feed, site: here.item == nil ? browsing.currentSite : nil, item: here.item)
        guard let link = here.link else { return fields }
        return fields.leading(to: link.address)
    }

    /// What programs are told of each row that is selected, whose selection ends with that; nil where these are too many, or none
    /// has an address where each needs one, which the status line says then.
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

    /// Whether what is shown has an address that a program can be given; else the status line says why not.
    func hasAddress(for program: String) -> Bool {
        // Of several rows those are taken that have one.
        if here.selection != nil { return true }
        if shownFields.hasAddress { return true }
        let use = LinkUse.giving(to: program)
        if let link = here.link?.address ?? browsing.link(for: use) { _ = browsing.webAddress(link, for: use) }
        return false
    }

    /// The article that is shown, or those that are selected in a list, whose selection ends with that, as text; nil where there
    /// is none, or more than are set while the person waits, which the status line says then.
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

    /// Whether there is an article here, or no more are selected than are taken at once; else the status line says why not.
    var mayTakeTexts: Bool {
        guard here.article != nil else {
            sayThereIsNoArticle()
            return false
        }
        return maySelect(Self.mostTexts, "give a program")
    }

    /// Whether no more is selected than a verb takes at once; else the status line says so.
    func maySelect(_ most: Int, _ deed: String) -> Bool {
        let count = items.countedSelection
        guard count > most else { return true }
        status = .refused("Can't \(deed) \(count) articles at once: select at most \(most) (\(key(.select)))")
        return false
    }

    func sayThereIsNoArticle() { status = .refused("No article here") }

    private static let mostTexts = 100
}
