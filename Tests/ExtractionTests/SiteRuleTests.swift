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
        "<div class=user-info>Seldom, 12 posts</div>", "<p><a href=/n>A dog that is seldom seen</a></p>"
    ])
    func `what asks to subscribe, leads elsewhere, names a date or credits a picture isn't part of the text`(
        part: String
    ) throws {
        #expect(try !text(around: part).lowercased().contains("seldom"))
    }

    @Test(arguments: [
        "<p>Published in 1871, seldom read since, the book tells of a mill that ground nothing but mustard for a year.</p>",
        "<p>They asked to <a href=/n>subscribe</a> to the seldom sermons of the vicar.</p>",
        "<ul><li><input type=checkbox> seldom done</li><li><input type=checkbox> done twice</li></ul>",
        "<p>The photo: a seldom bird, by Anna Lind, who waited for it three days.</p>",
        "<h3 class=header-anchor>Seldom</h3>", "<p><a href=/n>A dog that is seldom seen</a></p><h2>A dog</h2>",
        "<p>Of these, <a href=/n>a dog that is seldom seen</a> is the last one.</p>"
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

@Suite struct `A rule for a site` {
    @Test func `a rule names the body, and strips parts of it`() throws {
        let rule = """
            # The Workbench
            body: //div[contains(@class, 'entry-content')]
            strip: .sharedaddy, h2
            """
        let article = try Pages.article(in: "blog", rule: rule)
        #expect(article.text.hasPrefix("The clock came to us"))
        #expect(!article.text.contains("Cutting a wheel"))
        #expect(article.reason == "a rule for this site names it")
    }

    @Test func `a rule names title, author and date`() throws {
        let rule = "title: //h1\nauthor: .byline a\ndate: //p[@class='byline']/a/@href"
        let metadata = try Pages.article(in: "blog", rule: rule).metadata
        #expect(metadata.title == "Mending a wooden clock")
        #expect(metadata.byline == "Ines Varga")
        #expect(metadata.published == "/people/ines")
    }

    @Test func `of several bodies, the first that matches counts`() throws {
        let article = try Pages.article(in: "blog", rule: "body: .missing\nbody: .author-bio\nbody: .entry-content")
        #expect(article.text == "Ines Varga repairs things that were meant to last, and writes about them.")
    }

    @Test func `a rule that matches nothing changes nothing`() throws {
        #expect(try Pages.article(in: "blog", rule: "body: .missing") == Pages.article(in: "blog"))
    }

    @Test func `a rule names the next page`() throws {
        let page = Pages.page((1...3).map(Pages.prose) + ["<a class=on href='/tale/2'>On</a>"])
        let article = try Pages.article(in: page, at: "https://example.org/tale/1", rule: "next: a.on")
        #expect(article.nextPage == "https://example.org/tale/2")
    }

    @Test(arguments: [
        ("body", "line 1: a colon is missing"), ("\nbody: //div\nfoot: p", "line 3: unknown instruction “foot”")
    ])
    func `a mistake in a rule is reported with its line`(text: String, problem: String) {
        #expect { try SiteRule(parsing: text) } throws: { "\($0)" == problem }
        #expect(throws: SiteRuleFailure.self) { try SiteRule(parsing: "body: //div[") }
    }

    @Test func `files of rules are named after the host or a domain above it`() {
        #expect(
            SiteRule.fileNames(forHost: "www.news.example.org")
                == ["www.news.example.org", "news.example.org", ".example.org"])
        #expect(SiteRule.fileNames(forHost: "example.org") == ["example.org"])
    }
}
