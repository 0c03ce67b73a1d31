import Addresses

/// The text of an article in its two forms.
struct ArticleContent {
    private(set) var html = ""
    private(set) var text = ""
    private(set) var letters = 0
    private(set) var reason = ""
    private var hasPictures = false

    init() {}

    init(_ find: ArticleSearch.Find, base: WebURL?) {
        html = DraftWriter(find.draft, base: base).html(inside: find.article)
        text = find.draft.plainText(inside: find.article)
        letters = find.letters
        hasPictures = find.draft.counts[find.article.index].images > 0
        reason = find.reason
    }

    /// Whether it shows neither text nor pictures.
    var isEmpty: Bool { letters == 0 && !hasPictures }

    /// Takes the text that a page has for search engines, if that is much more than the page shows without scripts.
    mutating func yield(toTextForSearchEngines linked: String) {
        guard linked.utf8.count >= ArticleSearch.enough, linked.utf8.count > 2 * text.utf8.count,
            !Array(linked.utf8).holds("<p")
        else { return }
        let paragraphs = linked.split(separator: "\n").map(\.onOneLine).filter { !$0.isEmpty }
        html = paragraphs.map { "<p>\($0.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</p>" }.joined()
        text = paragraphs.joined(separator: "\n")
        letters = text.utf16.count
        reason = "the page shows less than its text for search engines"
    }
}
