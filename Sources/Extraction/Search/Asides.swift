import HTML
import System

// What stands between the paragraphs of an article and isn't part of it.
extension ArticleDraft {
    /// Whether an element asks to share, to subscribe or to read on elsewhere, or says when, where and by whom.
    func isSolicitation(_ id: DraftID) -> Bool {
        let hints = nodes[id.index].hints.all
        let letters = counts[id.index].letters
        if !hints.isDisjoint(with: [.isSharing, .isPromotion]) { return letters < 500 && !isEmbed(id) }
        if hints.contains(.isTeaser), counts[id.index].linkTenths > 0 { return letters < 500 }
        if hints.contains(.isByline), letters < 100, hasDigit(id) { return true }
        return hints.contains(.isMeta) && letters < 200
    }

    /// Whether an element shows a post of another site, or a product that the article speaks of.
    func isEmbed(_ id: DraftID) -> Bool {
        let letters = counts[id.index].letters
        guard letters >= 40, letters < 1000 else { return false }
        if let quote = first(in: id, where: { tag(of: $0) == .blockquote }) {
            return 2 * counts[quote.index].letters > letters
        }
        return first(in: id) { tag(of: $0).isHeadline || tag(of: $0) == .img } != nil && hasPrice(id)
            && first(in: id) { tag(of: $0) == .a && utf8(.href, of: $0)?.starts(with: "http".utf8) == true } != nil
    }

    /// Whether an element asks for consent to cookies, or for another browser.
    func isNotice(_ id: DraftID) -> Bool {
        let letters = counts[id.index].letters
        guard letters >= 40, letters < 10_000 else { return false }
        switch tag(of: id) {
        case .div, .section, .aside, .dialog, .form, .header, .footer, .ul, .strong: break
        // In an article on cookies, other paragraphs come before.
        case .p: if neighbour(of: id, \.previous).map({ tag(of: $0) == .p }) == true { return false }
        default: return false
        }
        let isNamed = nodes[id.index].hints.all.contains(.isNotice)
        guard isNamed || letters < 4000 && opening(of: id, as: AsideWords.notices).hasWord,
            10 * letters < 9 * counts[DraftID.root.index].letters
        else { return false }
        return first(in: id) { [.h1, .article, .main].contains(tag(of: $0)) } == nil
    }

    /// Removes what leads to other articles at the end of one: boxes that look alike, each with a title that is a link.
    mutating func removeTeasers(in article: DraftID, most: Double) {
        let all = counts[article.index].letters
        for around in [article]
            + elements(in: article, where: { [.div, .section, .ul, .ol, .article, .main].contains($0.tag) })
        where contains(article, around) {
            let teasers = lastTeasers(in: around)
            let letters = teasers.reduce(0) { $0 + counts[$1.index].letters }
            guard teasers.count >= 2, let last = teasers.last, Double(letters) <= most * Double(all),
                most == 1 || !hasMore(after: last, in: article, than: all / 8)
            else { continue }
            if let heading = teasers.first.flatMap({ neighbour(of: $0, \.previous) }), tag(of: heading).isHeadline,
                counts[heading.index].letters < 60
            {
                remove(heading)
            }
            for teaser in teasers { remove(teaser) }
        }
    }

    /// The last teasers in an element with no text between them.
    private func lastTeasers(in around: DraftID) -> [DraftID] {
        var run: [DraftID] = []
        var last: [DraftID] = []
        for child in children(of: around) {
            if isTeaser(child) {
                run.append(child)
                if run.count > 1 { last = run }
            } else if counts[child.index].letters >= 30 {
                run = []
            }
        }
        return last
    }

    private func isTeaser(_ id: DraftID) -> Bool {
        let letters = counts[id.index].letters
        guard !isText(id), !isInline(id), letters >= 15, letters < 600, let link = titleLink(in: id),
            counts[link.index].letters >= 12
        else { return false }
        switch tag(of: id) {
        case .p, .table, .pre, .blockquote, .figure: return false
        case _ where tag(of: id).isHeadline: return false
        default: break
        }
        func isBold(_ tag: HTMLTag) -> Bool { tag.isHeadline || tag == .b || tag == .strong }
        let isTitle =
            tag(of: id) == .a || isInside(link, levels: 3) { isBold($0.tag) }
            || first(in: link) { isBold(tag(of: $0)) || tag(of: $0) == .img } != nil
        return isTitle && !isEmbed(id)
    }

    /// Whether more sentences follow than a number of letters.
    private func hasMore(after id: DraftID, in root: DraftID, than most: Int) -> Bool {
        var letters = 0
        var next = nodePast(id, in: root)
        while let id = next, letters <= most {
            next = node(after: id, in: root)
            if tag(of: id) == .p, counts[id.index].letters >= 80, counts[id.index].linkDensity < 0.25 {
                letters += counts[id.index].letters
            }
        }
        return letters > most
    }

    /// A line with an author and a digit has a date, too.
    private func hasDigit(_ id: DraftID) -> Bool { text(of: id).utf8.contains(where: \.isDigit) }

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
        return firstText(in: id) { AsideWords.contacts.meaning(of: $0) != 0 } != nil
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

    /// Removes what stands around a form or a button that asks to subscribe, as far as it is small: its heading, its promise.
    mutating func removeSignUps(in article: DraftID) {
        let asking = elements(in: article) { node in
            node.tag == .form || node.tag == .a || node.tag == .button
        }
        for id in asking {
            guard let block = tag(of: id) == .form ? id : blockOfCall(id), contains(article, block) else { continue }
            remove(widest(around: block, in: article))
        }
    }

    /// The block that is nothing but a link or a button that asks to subscribe.
    private func blockOfCall(_ id: DraftID) -> DraftID? {
        let letters = counts[id.index].letters
        guard letters > 0, letters < 30, opening(of: id, as: AsideWords.calls).isWord else { return nil }
        var block = id
        while isInline(block), let around = parent(of: block), counts[around.index].letters <= letters + 3 {
            block = around
        }
        return !isInline(block) || standsAlone(block) ? block : nil
    }

    /// Whether no line of text goes on before or after a part of one.
    private func standsAlone(_ id: DraftID) -> Bool {
        [neighbour(of: id, \.previous), neighbour(of: id, \.next)].allSatisfy { neighbour in
            neighbour.map { !isInline($0) || tag(of: $0) == .br } ?? true
        }
    }

    /// The outermost element around one that is no more than a box within the article.
    private func widest(around id: DraftID, in article: DraftID) -> DraftID {
        let most = min(400, counts[article.index].letters / 4)
        var box = id
        while let around = parent(of: box), around != article, counts[around.index].letters < most {
            switch tag(of: around) {
            case .aside, .center, .div, .form, .header, .p, .section:
                // A video or a table would go, too.
                if nodes[around.index].traits.contains(.isKept) { return box }
                box = around
            default: return box
            }
        }
        return box
    }

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
        let digits = text.count(where: \.isDigit)
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
