import System

/// The text of a page's `title` element, which mostly names the site, too.
struct PageTitle {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The title without the site's name.
    ///
    /// - Parameters:
    ///   - site: the site's name, if the page says it elsewhere.
    ///   - heading: the page's only main heading.
    func withoutSite(named site: String?, heading: String?) -> String {
        if let site, let rest = rest(beside: site) { return rest }
        let parts = separated
        if parts.count > 1, let heading, !heading.isEmpty,
            [parts.dropLast().joined(), parts.dropFirst().joined(), parts[0]].contains(where: {
                $0.trimmedOfSeparator(Self.separators).onOneLine == heading
            })
        {
            return heading
        }
        let short = shortened(site: site, heading: heading).onOneLine
        // A short rest is rather a part of the title than a title, unless the whole had only one more word.
        let words = short.words
        guard words <= 4 else { return short }
        let hasPath = [" \\ ", " / ", " > ", " » "].contains { text.contains($0) }
        return hasPath && words == text.words(outsideOf: Self.separators) - 1 ? short : text
    }

    private static let separators: Set<Character> = ["|", "-", "–", "—", "\\", "/", ">", "»"]

    private func shortened(site: String?, heading: String?) -> String {
        let parts = separated
        if parts.count > 1 {
            let first = parts.dropLast().joined()
            if first.words >= 3 { return first.trimmedOfSeparator(Self.separators) }
            return parts.dropFirst().joined().trimmedOfSeparator(Self.separators)
        }
        if text.contains(": ") {
            if let heading, !heading.isEmpty, text.hasPrefix(heading) || text.hasSuffix(heading) { return heading }
            // Only a site's name before a colon isn't a part of the title.
            let isNamed = site.map { text.hasPrefix($0 + ":") } == true
            return isNamed || heading == nil && String(text.prefix { $0 != ":" }).words == 1 ? afterColon : text
        }
        if text.count > 150 || text.count < 15, let heading { return heading }
        return text
    }

    /// The title before or after the site's name.
    private func rest(beside site: String) -> String? {
        let parts = separated
        guard parts.count > 1, !site.isEmpty else { return nil }
        if parts.last?.trimmedOfSeparator(Self.separators).onOneLine == site {
            return parts.dropLast().joined().onOneLine
        }
        guard parts.first?.onOneLine == site else { return nil }
        return parts.dropFirst().joined().trimmedOfSeparator(Self.separators).onOneLine
    }

    /// The parts between separators that have spaces around them; each but the first begins with its separator.
    private var separated: [String] {
        var parts = [""]
        let letters = Array(text)
        for index in letters.indices {
            if Self.separators.contains(letters[index]), index > 0, letters[index - 1].isWhitespace,
                index + 1 < letters.count, letters[index + 1].isWhitespace
            {
                parts.append("")
            }
            parts[parts.count - 1].append(letters[index])
        }
        return parts
    }

    private var afterColon: String {
        guard let last = text.lastIndex(of: ":"), let first = text.firstIndex(of: ":") else { return text }
        let rest = String(text[text.index(after: last)...])
        if rest.words >= 3 { return rest }
        return String(text[..<first]).words > 5 ? text : String(text[text.index(after: first)...])
    }
}

extension String {
    fileprivate var words: Int { split(whereSeparator: \.isWhitespace).count }

    fileprivate func words(outsideOf separators: Set<Character>) -> Int {
        filter { !separators.contains($0) }.words
    }

    fileprivate func trimmedOfSeparator(_ separators: Set<Character>) -> String {
        String(drop { $0.isWhitespace || separators.contains($0) })
    }
}

extension StringProtocol {
    /// The words in lower case, without punctuation.
    fileprivate var plainWords: [String] {
        lowercased().unicodeScalars.split { !$0.isOfWord }.map { String($0) }
    }
}

/// A title, to be compared with others.
struct Likeness {
    private let words: Set<String>

    init(to title: String) {
        words = Set(title.plainWords)
    }

    /// How much of another text is in the words of this one: 1 if all, 0 if none.
    func share(of other: String) -> Double {
        let theirs = other.plainWords
        guard !words.isEmpty, !theirs.isEmpty else { return 0 }
        let strange = theirs.filter { !words.contains($0) }
        let all = theirs.reduce(0) { $0 + $1.utf16.count + 1 } - 1
        return 1 - Double(strange.reduce(0) { $0 + $1.utf16.count + 1 } - (strange.isEmpty ? 0 : 1)) / Double(all)
    }
}

extension Unicode.Scalar {
    /// Whether it is a letter, a digit, or close enough to compare titles by it; the tables of Unicode take long.
    fileprivate var isOfWord: Bool {
        switch value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case ..<0xC0, 0x2000...0x206F, 0x3000...0x303F, 0xFF00...0xFF0F: false
        default: true
        }
    }
}
