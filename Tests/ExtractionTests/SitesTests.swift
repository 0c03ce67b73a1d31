import Extraction
import Testing

/// Pages written as the programs behind common kinds of sites write them, each with the text that a reader wants, a line for
/// each block.
@Suite struct `Articles on all kinds of sites` {
    @Test(arguments: [
        "answers", "docs", "forum", "french", "gallery", "german", "ghost", "hashed", "japanese", "letter", "medium",
        "spanish", "utility", "wiki", "wordpress"
    ])
    func `an article has all of its text, and nothing from around it`(site: String) throws {
        let expected = String(decoding: try Pages.bytes(of: "Sites/\(site)", ending: "txt"), as: UTF8.self)
        #expect(try Pages.article(in: "Sites/\(site)").text + "\n" == expected)
    }

    /// A page whose article has these parts between its paragraphs.
    private func text(around part: String) throws -> String {
        let page =
            "<title>A page</title><body><article><p>\(Pages.prose(1))</p>\(part)"
            + (2...5).map { "<p>\(Pages.prose($0))</p>" }.joined() + "</article>"
        return try Pages.article(in: Array(page.utf8)).text
    }

    @Test(arguments: [
        "<div><h3>Seldom news</h3><p>Twice a year, and never on Mondays.</p><form><input type=email></form></div>",
        "<section><h3>Seldom news</h3><p>Twice a year.</p><a href=/n>Sign up</a></section>",
        "<p>If you enjoyed this seldom seen text, <a href=/n>become a member</a>.</p>",
        "<p>Our seldom reporter can be reached at news@example.org.</p>",
        "<div><img src=/a.jpg><span>A seldom bird. Photo: Anna Lind</span></div>",
        "<p>Published 3 March 2026, seldom updated</p>", "<p>Seldom: 7 min read</p>",
        "<div class=user-info>Seldom, 12 posts</div>"
    ])
    func `what asks to subscribe, names a date or credits a picture isn't part of the text`(part: String) throws {
        #expect(try !text(around: part).lowercased().contains("seldom"))
    }

    @Test(arguments: [
        "<p>Published in 1871, seldom read since, the book tells of a mill that ground nothing but mustard for a year.</p>",
        "<p>They asked to <a href=/n>subscribe</a> to the seldom sermons of the vicar.</p>",
        "<ul><li><input type=checkbox> seldom done</li><li><input type=checkbox> done twice</li></ul>",
        "<p>The photo: a seldom bird, by Anna Lind, who waited for it three days.</p>",
        "<h3 class=header-anchor>Seldom</h3>"
    ])
    func `what only looks as if it did is part of the text`(part: String) throws {
        #expect(try text(around: part).lowercased().contains("seldom"))
    }

    @Test(arguments: ["#", "¶", "\u{200B}"])
    func `a heading is without the link to itself`(sign: String) throws {
        let text = try text(around: "<h2 id=a>A mill<a href='#a'>\(sign)</a></h2>")
        #expect(text.split(separator: "\n").contains("A mill"))
    }
}
