import HTML

/// Removes from an article what is in it but not of it.
struct ArticleCleaning {
    private let article: DraftID
    private let thoroughness: Thoroughness

    init(_ article: DraftID, thoroughness: Thoroughness) {
        self.article = article
        self.thoroughness = thoroughness
    }

    func run(on draft: inout Draft) {
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
        draft.removeAsideSections(in: article)
        if thoroughness.contains(.removesOddParts) { draft.removeFurniture(above: article) }
        if thoroughness.contains(.removesOddParts) {
            for tag in [Tag.table, .td, .ul, .div] { oddParts.remove([tag], from: &draft) }
        }
        tidy(&draft)
        markCaptions(&draft)
    }

    private func isForeign(_ id: DraftID, _ draft: Draft) -> Bool {
        switch draft.tag(of: id) {
        case .aside, .button, .footer, .input, .nav, .select, .textarea: true
        case .h1, .h2: thoroughness.contains(.weighsNames) && draft.weight(of: id) < 0
        default: draft.isSolicitation(id) || draft.isAside(id) || draft.isLoneLink(id) || draft.isAnchor(id)
        }
    }

    /// Removes what is left empty, unwraps tables of one cell, and leaves the main heading to the title.
    private func tidy(_ draft: inout Draft) {
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

    /// Makes what is named as a caption, or credits a picture beside it, one.
    private func markCaptions(_ draft: inout Draft) {
        for id in draft.elements(in: article, where: { $0.tag.mayBeCaption }) {
            let counts = draft.counts[id.index]
            guard counts.letters > 0, counts.letters < 400, counts.images == 0,
                draft.nodes[id.index].hints.ofClass.contains(.isCaption) || draft.isCredit(id)
            else { continue }
            draft.nodes[id.index].tag = .figcaption
        }
    }
}

extension Draft {
    /// Whether an element shows a video of a well-known host.
    fileprivate func isVideo(_ id: DraftID) -> Bool {
        guard let address = utf8(.src, of: id) ?? utf8(.data, of: id) else { return false }
        return Self.videoHosts.contains { address.holds($0) }
    }

    private static let videoHosts: [StaticString] = [
        "youtube.com/", "youtube-nocookie.com/", "player.vimeo.com/", "dailymotion.com/", "player.twitch.tv/",
        "archive.org/embed", "upload.wikimedia.org/", "player.bilibili.com/", "v.qq.com/"
    ]

    fileprivate func holdsMedia(_ root: DraftID) -> Bool {
        var next = node(after: root, in: root)
        while let id = next {
            switch tag(of: id) {
            case .audio, .embed, .iframe, .img, .object, .picture, .video: return true
            default: next = node(after: id, in: root)
            }
        }
        return false
    }

    fileprivate func onlyCell(of table: DraftID) -> DraftID? {
        var id = table
        if let body = onlyChild(of: id), tag(of: body) == .tbody { id = body }
        guard let row = onlyChild(of: id), tag(of: row) == .tr, let cell = onlyChild(of: row), tag(of: cell) == .td
        else { return nil }
        return cell
    }
}

extension Tag {
    fileprivate var mayBeCaption: Bool {
        switch self {
        case .div, .p, .span, .small, .dd, .em: true
        default: false
        }
    }
}

extension Draft {
    /// Whether a text is alone in a box with a picture, and says who took it.
    fileprivate func isCredit(_ id: DraftID) -> Bool {
        guard let around = parent(of: id) else { return false }
        let box = counts[around.index]
        guard box.images > 0, box.letters <= counts[id.index].letters + 10 else { return false }
        let text = Array(text(of: id).utf8)
        return AsideWords.credits.contains(where: text.holds)
    }
}
