import Addresses

/// The further pages of an article.
enum NextPage {
    /// The URL if it is the next page of the same article: of the same origin, and different by a number only.
    static func continuation(of page: WebURL, at next: WebURL?) -> WebURL? {
        guard let next, next.isOnTheWeb, next.origin == page.origin, next.withoutFragment != page.withoutFragment else {
            return nil
        }
        return skeleton(of: next) == skeleton(of: page) ? next : nil
    }

    /// The path and the query without numbers of pages.
    private static func skeleton(of url: WebURL) -> [String] {
        var parts = url.path.split(separator: "/").map(String.init)
        while let last = parts.last, last == "page" || last == "seite" || last.isShortNumber { parts.removeLast() }
        if let last = parts.popLast() { parts.append(last.withoutTrailingNumber) }
        let query = (url.query ?? "").split(separator: "&").map(String.init).filter { parameter in
            !(parameter.split(separator: "=").last.map { String($0).isShortNumber } ?? false)
        }
        return parts + query
    }
}

extension String {
    fileprivate var isShortNumber: Bool {
        !isEmpty && utf8.count <= 3 && utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// “story-2.html” as “story.html”.
    fileprivate var withoutTrailingNumber: String {
        let (stem, ending) = lastIndex(of: ".").map { (self[..<$0], self[$0...]) } ?? (self[...], "")
        let cut = stem.lastIndex { $0 == "-" || $0 == "_" || $0 == "," }
        guard let cut, String(stem[stem.index(after: cut)...]).isShortNumber else { return self }
        return String(stem[..<cut]) + ending
    }
}
