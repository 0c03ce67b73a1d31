import Extraction
import Testing

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
