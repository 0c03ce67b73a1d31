import HTML

extension Draft {
    /// Removes what is above or right below the first paragraph and says when, how long, or where to share.
    mutating func removeFurniture(above article: DraftID) {
        var next = node(after: article, in: article)
        var left = 200
        var paragraphs = 0
        while let id = next, left > 0 {
            left -= 1
            next = node(after: id, in: article)
            let letters = counts[id.index].letters
            if tag(of: id) == .p, letters >= 30, letters >= 80 || text(of: id).utf8.count >= 120 { paragraphs += 1 }
            if paragraphs == 2 { return }
            guard letters > 0, letters < 80, counts[id.index].images == 0 else { continue }
            if isFurniture(id) || paragraphs == 0 && isSection(id) {
                next = nodePast(id, in: article)
                remove(id)
            }
        }
    }

    private func isFurniture(_ id: DraftID) -> Bool {
        switch tag(of: id) {
        case .div, .li, .p, .time: break
        default: return false
        }
        guard standsAlone(id) else { return false }
        if opening(of: id, as: AsideWords.buttons).isWord { return true }
        let text = Array(text(of: id, upTo: 400).lowercased().utf8)
        let digits = text.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits > 0 else { return false }
        // A date, or how many have read or shared it.
        let isShort = 3 * digits >= counts[id.index].letters
        return isShort
            && (text.holds("20") || text.holds("19") || text.last == UInt8(ascii: "k") || digits == text.count)
            || opening(of: id, as: AsideWords.dates).hasWord
            || AsideWords.durations.contains(where: text.holds)
    }

    /// Whether it is a lone link in the header, to the section that the article is in.
    private func isSection(_ id: DraftID) -> Bool {
        let counts = counts[id.index]
        guard counts.letters < 30, counts.linkTenths >= 10 * counts.letters, standsAlone(id) else { return false }
        guard tag(of: id) == .a || tag(of: id) == .p || tag(of: id) == .div else { return false }
        return isInside(id, levels: 4) { $0.tag == .header }
    }
}
