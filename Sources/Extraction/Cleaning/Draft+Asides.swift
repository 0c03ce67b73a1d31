import HTML

// What stands between the paragraphs of an article and isn't part of it.
extension Draft {
    /// Whether an element asks to share, to subscribe or to read on elsewhere, or says when, where and by whom.
    func isSolicitation(_ id: DraftID) -> Bool {
        let hints = nodes[id.index].hints.all
        let letters = counts[id.index].letters
        if !hints.isDisjoint(with: [.isSharing, .isPromotion]) { return letters < 500 }
        if hints.contains(.isTeaser), counts[id.index].linkTenths > 0 { return letters < 500 }
        if hints.contains(.isByline), letters < 100, hasDigits(id) { return true }
        return hints.contains(.isMeta) && letters < 200
    }

    /// A line with an author and digits has a date, too.
    private func hasDigits(_ id: DraftID) -> Bool {
        text(of: id).utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Whether a line only leads to another article, or names an advertisement.
    func isAside(_ id: DraftID) -> Bool {
        let counts = counts[id.index]
        guard counts.letters > 0, counts.letters < 250, counts.images == 0 else { return false }
        if isPlea(id) { return true }
        let mayLeadElsewhere = counts.linkTenths > 3 * counts.letters
        guard mayLeadElsewhere || counts.letters < AsideWords.longest else { return false }
        switch tag(of: id) {
        case .div, .h2, .h3, .h4, .h5, .p, .span, .strong, .li: break
        default: return false
        }
        return opening(of: id, as: AsideWords.advertisements).isWord
            || mayLeadElsewhere && opening(of: id, as: AsideWords.leads).hasWord
    }

    /// Whether a paragraph asks something of the reader, or says how the author is reached.
    private func isPlea(_ id: DraftID) -> Bool {
        guard tag(of: id) == .p || tag(of: id) == .div, !nodes[id.index].traits.contains(.holdsBlock) else {
            return false
        }
        if counts[id.index].linkTenths > 0, opening(of: id, as: AsideWords.pleas).hasWord { return true }
        return mentions(in: id).contains(.hasContact)
    }

    /// Whether a link in a heading only leads to the heading.
    func isAnchor(_ id: DraftID) -> Bool {
        guard tag(of: id) == .a, nodes[id.index].traits.contains(.leadsNearby), counts[id.index].letters <= 2 else {
            return false
        }
        return isInside(id, levels: 2) { $0.tag.isHeadline }
    }

    /// Whether a paragraph is a link and nothing else, between two that are text.
    func isLoneLink(_ id: DraftID) -> Bool {
        let counts = counts[id.index]
        guard tag(of: id) == .p, counts.letters > 0, counts.letters < 150, counts.images == 0,
            counts.linkTenths >= 9 * counts.letters
        else { return false }
        return [neighbour(of: id, \.previous), neighbour(of: id, \.next)].allSatisfy { neighbour in
            guard let neighbour, tag(of: neighbour) == .p else { return false }
            return self.counts[neighbour.index].linkDensity < 0.5
        }
    }

    /// Removes headings over links to other articles, and these.
    mutating func removeAsideSections(in article: DraftID) {
        let headings = elements(in: article) {
            $0.tag.isHeadline || $0.tag == .p || $0.tag == .strong || $0.tag == .div
        }
        for id in headings where counts[id.index].letters < 60 {
            // What an earlier heading has taken along isn't in the article any more.
            guard opening(of: id, as: AsideWords.heads).hasWord, contains(article, id) else { continue }
            while let next = nextSibling(of: id), !tag(of: next).isHeadline {
                let counts = counts[next.index]
                guard counts.letters == 0 || counts.linkDensity > 0.5 else { break }
                remove(next)
            }
            remove(id)
        }
    }

    /// The next element beside one, past white space.
    func neighbour(of id: DraftID, _ direction: KeyPath<DraftNode, DraftID>) -> DraftID? {
        var next = nodes[id.index][keyPath: direction].ifAny
        while let beside = next, nodes[beside.index].traits.contains(.isBlank) {
            next = nodes[beside.index][keyPath: direction].ifAny
        }
        return next
    }
}
