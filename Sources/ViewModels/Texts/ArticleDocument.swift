import Addresses
import Configuration
import Library
package import Typesetting

extension Article {
    /// The whole article: a head with its title and origin, then its text.
    package var document: Document { document(html: shownHTML, foot: foot + appendix) }

    /// The beginning of a long article, to show while the rest is still being read; nil for a short one.
    var beginning: Document? {
        guard html.utf8.count > Self.longestAtOnce else { return nil }
        return document(html: String(decoding: html.utf8.prefix(Self.longestAtOnce), as: UTF8.self), foot: [])
    }

    private func document(html: String, foot: [Block]) -> Document {
        let source = self.origin.title.map { "from \($0)" }
        let origin = [feedName, source, item.author, LocalTime(item.date).spelledOut]
            .compactMap { $0 }.filter { !$0.isEmpty }
        let others: [Inline] = alsoIn.isEmpty ? [] : [.lineBreak, .text("also in: " + alsoIn.joined(separator: ", "))]
        let rules: [Inline] = reasons.flatMap { [.lineBreak, .text($0)] }
        let subjects = categories.prefix(Self.mostNamed).map(\.name).filter { !$0.isEmpty }.joined(separator: ", ")
        let about: [Inline] = subjects.isEmpty ? [] : [.lineBreak, .text("about " + subjects)]
        let own: [Inline] = tags.isEmpty ? [] : [.lineBreak, .text("tags: " + tags.joined(separator: ", "))]
        let address: [Inline] = item.link.map { [.lineBreak, Self.shown($0)] } ?? []
        let page: [Inline] = isFromPage ? [.lineBreak, .text("article from the web page")] : []
        let facts = [.text(origin.joined(separator: " · "))] + others + rules + about + own + address + page
        // In small print, so that the text stands out.
        let title: [Block] = isTitledByOpeningWords ? [] : [.heading(level: 1, [.text(item.displayTitle)])]
        let head = title + [.paragraph([.styled(.small, facts)])]
        let text = Document(html: html, baseURL: item.link ?? feedSite).blocks
        let body = text.sayOnly(item.title) ? [] : text
        return Document(blocks: head + body + foot, headLength: head.count)
    }

    /// Whether the title is only the first words of a longer text, which needn't be read twice.
    private var isTitledByOpeningWords: Bool {
        item.title.hasSuffix("…") && item.title == String.beginning(ofHTML: html)
    }

    /// A URL; a link if it is a web URL.
    private static func shown(_ link: String) -> Inline {
        guard let address = Address(link), address.isOnTheWeb else { return .text(link.shownAddress) }
        return .link(target: address.url, [.text(link.shownAddress)])
    }

    /// Longer text is cut: it exceeds any real article, and would take long to typeset.
    private static let longestHTML = 1 << 20

    /// Longer text is read and typeset off the main queue, except for its beginning.
    private static let longestAtOnce = 1 << 16

    private var isCut: Bool { html.utf8.count > Self.longestHTML }

    private var shownHTML: String {
        isCut ? String(decoding: html.utf8.prefix(Self.longestHTML), as: UTF8.self) : html
    }

    /// The attached files.
    private var appendix: [Block] {
        let files = namedFiles.map { file, facts in
            Block.paragraph([.link(target: file.url, [.text(file.name)]), .text(facts.isEmpty ? "" : " · " + facts)])
        }
        return files.isEmpty ? [] : [.rule] + files
    }

    /// Details of the attached files, by their cleaned URLs.
    var factsOfFiles: [String: String] {
        Dictionary(namedFiles.map { (CleanText.line($0.url), $1) }) { first, _ in first }
    }

    private var namedFiles: [(file: Enclosure, facts: String)] {
        enclosures.prefix(Self.mostNamed).enumerated().map { index, file in
            (file, file.facts(duration: index == 0 ? episode.duration : nil))
        }
    }

    /// Some documents list thousands.
    private static let mostNamed = 20

    private var foot: [Block] {
        isCut
            ? [.rule, .paragraph([.text("This is the first megabyte of the article. Open its page to read the rest.")])]
            : []
    }
}

extension [Block] {
    /// Whether the blocks are only paragraphs of plain text with these words.
    fileprivate func sayOnly(_ words: String) -> Bool {
        var texts: [String] = []
        for block in self {
            guard case .paragraph(let inlines) = block else { return false }
            for inline in inlines {
                guard case .text(let text) = inline else { return false }
                texts.append(text)
            }
        }
        return texts.joined(separator: " ") == words
    }
}

extension Article.Enclosure {
    /// The file's name.
    fileprivate var name: String {
        let path = AddressParts(url)?.path ?? url[...]
        return path.split(separator: "/").last.map(String.init) ?? url
    }

    /// The file's type, size, and playing time if it is known.
    fileprivate func facts(duration: Int?) -> String {
        let facts = [type, length.flatMap { $0 > 0 ? "\(ByteCount($0))" : nil }, duration.map { "\(PlayingTime($0))" }]
        return facts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
