import HTML

/// Finds parts of an article that look like lists of links, forms or galleries, by what is counted in them.
struct OddParts {
    private let article: DraftID
    private let weighsNames: Bool

    init(of article: DraftID, weighsNames: Bool) {
        self.article = article
        self.weighsNames = weighsNames
    }

    /// Removes the odd elements of some kinds, inner ones before outer ones. Data tables and code are left whole.
    func remove(_ tags: [Tag], from draft: inout Draft) {
        draft.walk(
            in: article,
            entering: { draft, id in
                let node = draft.nodes[id.index]
                return node.traits.contains(.isDataTable) || node.tag == .code ? .passBy : .goIn
            },
            leaving: { tags.contains($0.tag(of: $1)) && isOdd($1, $0) })
    }

    private func isOdd(_ id: DraftID, _ draft: Draft) -> Bool {
        !draft.nodes[id.index].traits.contains(.isKept) && looksOdd(id, draft)
    }

    private func looksOdd(_ id: DraftID, _ draft: Draft) -> Bool {
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

    private func isOddList(_ id: DraftID, _ counts: Counts, weight: Int, _ draft: Draft) -> Bool {
        hasTooMuch(id, counts, draft) || weight >= 25 && counts.linkDensity > 0.5
    }

    private func isOddBlock(_ id: DraftID, _ counts: Counts, weight: Int, _ draft: Draft) -> Bool {
        if hasTooMuch(id, counts, draft) || counts.items - 100 > counts.paragraphs { return true }
        if counts.linkDensity > (weight < 25 ? 0.2 : 0.5) { return true }
        // Hardly more than a link, or pictures with links.
        return counts.letters < 25 && counts.linkTenths > 0 && (counts.images == 0 || counts.images > 2)
            && !draft.isInFigure(id) && !draft.isMostlyHeadlines(id)
    }

    /// Whether it has more pictures or fields than text goes with, or no text at all.
    private func hasTooMuch(_ id: DraftID, _ counts: Counts, _ draft: Draft) -> Bool {
        if counts.images > 1, 2 * counts.paragraphs < counts.images, !draft.isInFigure(id) { return true }
        return counts.inputs > counts.paragraphs / 3 || counts.images == 0 && !draft.holdsTextElement(id)
    }
}

extension Draft {
    fileprivate func isInFigure(_ id: DraftID) -> Bool { isInside(id, levels: 4) { $0.tag == .figure } }

    /// Whether at least nine tenths of the text are in lists.
    fileprivate func isMostlyLists(_ id: DraftID) -> Bool {
        Double(counts[id.index].listLetters) > 0.9 * Double(counts[id.index].letters)
    }

    fileprivate func isMostlyHeadlines(_ root: DraftID) -> Bool {
        let letters = elements(in: root) { $0.tag.isHeadline }.reduce(0) { $0 + counts[$1.index].letters }
        return Double(letters) >= 0.9 * Double(counts[root.index].letters)
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
