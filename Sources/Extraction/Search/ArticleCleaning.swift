import HTML
import System

/// Removes from an article what is in it but not of it.
struct ArticleCleaning {
    private let article: DraftID
    private let thoroughness: Thoroughness

    /// Whether links to other pages are what the page is about.
    private let leavesLinks: Bool

    init(_ article: DraftID, thoroughness: Thoroughness, leavesLinks: Bool = false) {
        self.article = article
        self.thoroughness = thoroughness
        self.leavesLinks = leavesLinks
    }

    func run(on draft: inout ArticleDraft) {
        draft.markDataTables(in: article)
        draft.walk(
            in: article,
            entering: { draft, id in
                switch draft.tag(of: id) {
                case .iframe, .embed, .object:
                    guard draft.isVideo(id) else { return .remove }
                    draft.keep(id)
                default: break
                }
                return .goIn
            })
        if thoroughness.contains(.removesOddParts) { draft.removeSignUps(in: article) }
        let oddParts = OddParts(of: article, weighsNames: thoroughness.contains(.weighsNames))
        if thoroughness.contains(.removesOddParts) { oddParts.remove([.form, .fieldset], from: &draft) }
        draft.walk(in: article, entering: { isForeign($1, $0) ? .remove : .goIn })
        if !leavesLinks { draft.removeAsideSections(in: article) }
        if thoroughness.contains(.removesOddParts) { draft.removeTeasers(in: article, most: 0.5) }
        if thoroughness.contains(.removesOddParts) { draft.removeFurniture(above: article) }
        if thoroughness.contains(.removesOddParts) {
            for tag in [HTMLTag.table, .td, .ul, .div] { oddParts.remove([tag], from: &draft) }
        }
        tidy(&draft)
        markCaptions(&draft)
    }

    private func isForeign(_ id: DraftID, _ draft: ArticleDraft) -> Bool {
        switch draft.tag(of: id) {
        case .nav: !draft.isOpenedByNeighbour(id)
        // What explains the text, such as notes in documentation.
        case .aside:
            draft.utf8(.class, of: id).map { name in
                !["admonition", "note", "callout", "tip"].contains(where: name.holds)
            } ?? true
        case .button, .footer, .input, .select, .textarea: true
        case .h1, .h2: thoroughness.contains(.weighsNames) && draft.weight(of: id) < 0
        default:
            draft.isAnchor(id)
                || !leavesLinks && (draft.isSolicitation(id) || draft.isAside(id) || draft.isLoneLink(id))
        }
    }

    /// Removes what is left empty, unwraps tables of one cell, and leaves the main heading to the title.
    private func tidy(_ draft: inout ArticleDraft) {
        draft.walk(
            in: article,
            leaving: { draft, id in
                draft.tag(of: id) == .p && draft.counts[id.index].letters == 0 && !draft.holdsMedia(id)
            })
        for id in draft.elements(in: article, where: { $0.tag == .h1 }) { draft.nodes[id.index].tag = .h2 }
        for id in draft.elements(in: article, where: { $0.tag == .table }).reversed() {
            guard let cell = draft.onlyCell(of: id) else { continue }
            draft.nodes[cell.index].tag = draft.hasOnlyChildren(cell) { draft.isInline($0) } ? .p : .div
            draft.replace(id, with: cell)
        }
    }

    private static let captions: Set<HTMLTag> = [.dd, .div, .em, .figcaption, .p, .small, .span]

    /// Makes what is named as a caption, or credits a picture beside it, one. What holds nothing else but its picture
    /// becomes a figure, so that they stay together.
    private func markCaptions(_ draft: inout ArticleDraft) {
        for id in draft.elements(in: article, where: { Self.captions.contains($0.tag) }) {
            let counts = draft.counts[id.index]
            guard counts.letters > 0, counts.letters < 400, counts.images == 0,
                draft.tag(of: id) == .figcaption || draft.nodes[id.index].hints.ofClass.contains(.isCaption)
                    || draft.isCredit(id)
            else { continue }
            draft.nodes[id.index].tag = .figcaption
            var around = draft.parent(of: id)
            while let holder = around, holder != article, draft.counts[holder.index].letters == counts.letters,
                draft.tag(of: holder) == .div || draft.tag(of: holder) == .p
            {
                guard draft.counts[holder.index].images == 0 else {
                    draft.nodes[holder.index].tag = .figure
                    break
                }
                around = draft.parent(of: holder)
            }
        }
    }
}

extension ArticleDraft {
    /// Whether an element has sentences, and nothing but a short text beside it: some programs make panels of menus.
    fileprivate func isOpenedByNeighbour(_ id: DraftID) -> Bool {
        guard let around = parent(of: id), prose(in: id) >= 80, counts[id.index].linkDensity < 0.2 else { return false }
        let beside = counts[around.index].letters - counts[id.index].letters
        return beside > 0 && beside < 150 && tag(of: around) == .div && neighbour(of: id, \.next) == nil
    }

    /// Whether an element shows a video of a well-known host.
    fileprivate func isVideo(_ id: DraftID) -> Bool {
        guard let address = utf8(.src, of: id) ?? utf8(.data, of: id) else { return false }
        return AsideWords.videoHosts.contains(where: address.holds)
    }

    fileprivate func holdsMedia(_ root: DraftID) -> Bool {
        let media: Set<HTMLTag> = [.audio, .embed, .iframe, .img, .object, .picture, .video]
        return !elements(in: root) { media.contains($0.tag) }.isEmpty
    }

    fileprivate func onlyCell(of table: DraftID) -> DraftID? {
        var id = table
        if let body = onlyChild(of: id), tag(of: body) == .tbody { id = body }
        guard let row = onlyChild(of: id), tag(of: row) == .tr, let cell = onlyChild(of: row), tag(of: cell) == .td
        else { return nil }
        return cell
    }

    /// Whether a text is alone in a box with a picture, and says who took it.
    fileprivate func isCredit(_ id: DraftID) -> Bool {
        guard let around = parent(of: id) else { return false }
        let box = counts[around.index]
        guard box.images > 0, box.letters <= counts[id.index].letters + 10 else { return false }
        let text = Array(text(of: id).utf8)
        return AsideWords.credits.contains(where: text.holds)
    }

    /// Marks the tables that hold data, and not the page's layout.
    fileprivate mutating func markDataTables(in root: DraftID) {
        for table in elements(in: root, where: { $0.tag == .table }) where holdsData(table) {
            nodes[table.index].traits.insert(.isDataTable)
            keep(table)
        }
    }

    /// Marks an element and those around it as not to be removed for their looks.
    mutating func keep(_ id: DraftID) {
        var next: DraftID? = id
        while let around = next, !nodes[around.index].traits.contains(.isKept) {
            nodes[around.index].traits.insert(.isKept)
            next = parent(of: around)
        }
    }

    private func holdsData(_ table: DraftID) -> Bool {
        if value(.role, of: table) == "presentation" { return false }
        var rows = 0
        var columns = 0
        var cells = 0
        var hasInner = false
        var next = node(after: table, in: table)
        while let id = next {
            next = node(after: id, in: table)
            switch tag(of: id) {
            case .caption where firstChild(of: id) != nil: return true
            case .col, .colgroup, .tfoot, .thead, .th: return true
            case .table:
                // Its own cells are not ours, and each is visited only once.
                hasInner = true
                next = nodePast(id, in: table)
            case .tr:
                rows += span(.rowspan, of: id)
                cells = 0
            case .td:
                cells += span(.colspan, of: id)
                columns = max(columns, cells)
            default: break
            }
        }
        guard !hasInner, rows > 1, columns > 1 else { return false }
        return rows >= 10 || columns > 4 || rows * columns > 10
    }

    private func span(_ attribute: HTML.Attribute, of id: DraftID) -> Int {
        min(max(value(attribute, of: id).flatMap { Int($0) } ?? 1, 1), 1000)
    }
}

/// Finds parts of an article that look like lists of links, forms or galleries, by what is counted in them.
private struct OddParts {
    private let article: DraftID
    private let weighsNames: Bool

    init(of article: DraftID, weighsNames: Bool) {
        self.article = article
        self.weighsNames = weighsNames
    }

    /// Removes the odd elements of some kinds, inner ones before outer ones. Data tables and code are left whole.
    func remove(_ tags: [HTMLTag], from draft: inout ArticleDraft) {
        draft.walk(
            in: article,
            entering: { draft, id in
                let node = draft.nodes[id.index]
                return node.traits.contains(.isDataTable) || node.tag == .code ? .passBy : .goIn
            },
            leaving: { tags.contains($0.tag(of: $1)) && isOdd($1, $0) })
    }

    private func isOdd(_ id: DraftID, _ draft: ArticleDraft) -> Bool {
        !draft.nodes[id.index].traits.contains(.isKept) && looksOdd(id, draft) && !draft.isEmbed(id)
    }

    private func looksOdd(_ id: DraftID, _ draft: ArticleDraft) -> Bool {
        let weight = weighsNames ? draft.weight(of: id) : 0
        if weight < 0 { return true }
        let counts = draft.counts[id.index]
        guard counts.commas < 10 else { return false }
        let tag = draft.tag(of: id)
        if tag == .ul || tag == .ol || draft.isMostlyLists(id) {
            return isOddList(id, counts, weight: weight, draft) && !draft.isListOfPictures(id)
        }
        return isOddBlock(id, counts, weight: weight, draft)
    }

    private func isOddList(_ id: DraftID, _ counts: ElementCounts, weight: Int, _ draft: ArticleDraft) -> Bool {
        hasTooMuch(id, counts, draft) || weight >= 25 && counts.linkDensity > 0.5
    }

    private func isOddBlock(_ id: DraftID, _ counts: ElementCounts, weight: Int, _ draft: ArticleDraft) -> Bool {
        if hasTooMuch(id, counts, draft) || counts.items - 100 > counts.paragraphs { return true }
        if counts.linkDensity > (weight < 25 ? 0.2 : 0.5) { return true }
        // Hardly more than a link, or pictures with links.
        return counts.letters < 25 && counts.linkTenths > 0 && (counts.images == 0 || counts.images > 2)
    }

    /// Whether it has more pictures or fields than text goes with, or no text at all.
    private func hasTooMuch(_ id: DraftID, _ counts: ElementCounts, _ draft: ArticleDraft) -> Bool {
        if counts.images > 1, 2 * counts.paragraphs < counts.images { return true }
        return counts.inputs > counts.paragraphs / 3 || counts.images == 0 && !draft.holdsTextElement(id)
    }
}

extension ArticleDraft {
    /// Whether at least nine tenths of the text are in lists.
    fileprivate func isMostlyLists(_ id: DraftID) -> Bool {
        Double(counts[id.index].listLetters) > 0.9 * Double(counts[id.index].letters)
    }

    /// Whether any text is in an element for text.
    fileprivate func holdsTextElement(_ root: DraftID) -> Bool {
        var next = firstChild(of: root)
        while let id = next {
            let hasText = counts[id.index].letters > 0
            if hasText, tag(of: id).isForText, !isText(id) { return true }
            next = hasText ? node(after: id, in: root) : nodePast(id, in: root)
        }
        return false
    }

    /// Whether each item of a list is a picture.
    fileprivate func isListOfPictures(_ id: DraftID) -> Bool {
        let counts = counts[id.index]
        guard counts.items == counts.images else { return false }
        return elements(in: id) { $0.tag == .li }.allSatisfy { firstElement(of: $0) == onlyElement(of: $0) }
    }
}
