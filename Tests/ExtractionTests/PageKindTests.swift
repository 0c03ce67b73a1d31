import Extraction
import Testing

@Suite struct `Pages of other kinds than articles` {
    private func page(_ body: String, head: String = "", title: String = "The mill in the valley") throws
        -> ExtractedArticle
    {
        try Pages.article(
            in: Array(
                "<!DOCTYPE html><title>\(title)</title>\(head)<body><nav><a href=/>Home</a></nav>\(body)<footer>Imprint</footer>"
                    .utf8))
    }

    private static let people = ["ada", "ben", "cleo"]

    /// Posts as programs for forums write them: “A” is the author, “N” a number, “T” the text.
    @Test(arguments: [
        "<article class=message><div class=message-user><h4><a class=username href=/m/N>A</a></h4><dl><dt>Joined</dt><dd>2019</dd></dl></div><div class=message-body>T</div><footer><a>Reply</a></footer></article>",
        "<div class='post bgN'><dl class=postprofile><dt><a href='memberlist.php?u=N' class=username>A</a></dt><dd>Posts: 12</dd></dl><div class=postbody><h3><a href='#pN'>Re: The mill in the valley</a></h3><div class=content>T</div><div class=signature>So it goes</div></div></div>",
        "<div class='flex gap-4'><img src=/a.png><div><a href=/u/A>A</a><div class=prose>T</div><button>Like</button></div></div>",
        "<li class=postcontainer><div class=posthead><span class=date>3 March 2026</span></div><a class='username offline'>A</a><blockquote>T</blockquote><div class=foot><a>Reply With Quote</a></div></li>"
    ])
    func `a thread has each post below its author, in order`(post: String) throws {
        let posts = Self.people.enumerated().map { number, name in
            post.replacing("A", with: name).replacing("N", with: "\(number)").replacing(
                "T", with: "<p>\(Pages.prose(number + 1))</p>")
        }
        let thread = try page("<h1>The mill in the valley</h1><div id=posts>\(posts.joined())</div>")
        #expect(thread.kind == .forum)
        let expected = Self.people.enumerated().flatMap { [$1, Pages.prose($0 + 1)] }
        #expect(thread.text.split(separator: "\n").map(String.init) == expected)
        #expect(thread.html.contains("<strong>"))
    }

    @Test func `a question comes before its answers`() throws {
        func part(_ kind: String, _ name: String, _ text: String) -> String {
            "<div class='\(kind) js-\(kind)'><div class=vote>12</div><div class=body itemprop=text>\(text)</div><div class=user-info>\(kind) 3 March 2026 <div class=user-details><a href=/users/1>\(name)</a></div></div></div>"
        }
        let text = try page(
            part("question", "ada", "<p>\(Pages.prose(1))</p>") + "<h2>1 answer</h2>"
                + part("answer", "ben", "<p>\(Pages.prose(2))</p>"))
        #expect(text.kind == .forum)
        #expect(text.text.split(separator: "\n").map(String.init) == ["ada", Pages.prose(1), "ben", Pages.prose(2)])
    }

    @Test func `an article with comments is an article`() throws {
        let comments = Self.people.map {
            "<div class=comment><a class=username>\($0)</a><p>\(Pages.prose(9))</p></div>"
        }.joined()
        let article = try page(
            "<article>\((1...4).map { "<p>\(Pages.prose($0))</p>" }.joined())</article><div>\(comments)</div>")
        #expect(article.kind == .article)
        #expect(!article.text.contains("Paragraph 9"))
    }

    @Test func `a product has its description and its table, and no other products`() throws {
        let others = (1...4).map { "<li><a href=/p/\($0)><img src=/\($0).jpg>Another wheel \($0)</a> $\($0).00</li>" }
            .joined()
        let product = try page(
            "<main><h1>The mill in the valley</h1><div class=price>$12.00</div><form><select><option>Small</option></select><button>Add to cart</button></form><div><p>\(Pages.prose(1))</p></div><section><table><tr><th>Weight</th><td>2 kg</td></tr></table></section><section><h2>You may also like</h2><ul>\(others)</ul></section></main>",
            head:
                "<script type='application/ld+json'>{\"@type\":\"Product\",\"name\":\"The mill in the valley\"}</script>"
        )
        #expect(product.kind == .product)
        #expect(
            product.text.contains("$12.00") && product.text.contains("Paragraph 1") && product.text.contains("2 kg"))
        for other in ["Small", "Another wheel", "Add to cart"] { #expect(!product.text.contains(other)) }
    }

    @Test(arguments: [("", PageKind.list), ("<span class=price>€ 12,00</span>", .collection)])
    func `a list has all of its titles, and is a collection if most have a price`(price: String, kind: PageKind) throws
    {
        let items = (1...6).map {
            "<div class=teaser><h3><a href=/a\($0)>Title number \($0)</a></h3>\(price)<p>A sentence about it.</p><a href=/a\($0)>Read more</a></div>"
        }
        let list = try page("<main><h1>All mills</h1><div>\(items.joined())</div></main>", title: "All mills")
        #expect(list.kind == kind)
        for number in 1...6 { #expect(list.text.contains("Title number \(number)")) }
        #expect(!list.text.contains("Read more"))
    }

    @Test func `documentation is called so if a program for it wrote the page`() throws {
        let text = (1...4).map { "<p>\(Pages.prose($0))</p>" }.joined()
        #expect(
            try page("<main>\(text)</main>", head: "<meta name=generator content='Docusaurus v3.5'>").kind
                == .documentation)
        #expect(
            try page("<main>\(text)</main>", head: "<meta name=generator content='WordPress 6.9'>").kind == .article)
    }
}

@Suite struct `Articles in several parts` {
    private func text(of body: String) throws -> String {
        try Pages.article(in: Array("<!DOCTYPE html><title>A page</title><body>\(body)".utf8)).text
    }

    private func prose(_ numbers: ClosedRange<Int>) -> String { numbers.map { "<p>\(Pages.prose($0))</p>" }.joined() }

    @Test func `sections in wrappers of their own are one article`() throws {
        let sections = (1...4).map {
            "<section class=part-\($0)><div class=in><div><h2>Part</h2><div class=t>\(prose($0...$0))</div></div></div></section>"
        }
        let found = try text(
            of:
                "<div class=page>\(sections.joined())<div class=links><a href=/x>Another article of this site, with a long title</a></div></div>"
        )
        for number in 1...4 { #expect(found.contains("Paragraph \(number)")) }
        #expect(!found.contains("Another article"))
    }

    @Test func `a gallery in the middle doesn't win over the article around it`() throws {
        let slides = (10...20).map { "<div class=slide><img src=/\($0).jpg><p>\(Pages.prose($0))</p></div>" }.joined()
        let found = try text(
            of:
                "<div><div class=a>\(prose(1...3))</div><div class=slides>\(slides)</div><div class=b>\(prose(4...6))</div></div>"
        )
        for number in 1...6 { #expect(found.contains("Paragraph \(number)")) }
    }

    @Test func `other articles after the end aren't part of the article, those before its end are`() throws {
        let teasers = (7...9).map {
            "<div class=story><h2><a href=/\($0)>Another tale of a mill \($0)</a></h2><p>\(Pages.prose($0).prefix(150))</p></div>"
        }.joined()
        let found = try text(of: "<article>\(prose(1...5))\(teasers)</article>")
        #expect(found.contains("Paragraph 5"))
        #expect(!found.contains("Another tale"))
        #expect(try text(of: "<article>\(prose(1...2))\(teasers)\(prose(3...6))</article>").contains("Another tale"))
    }

    @Test(arguments: ["details", "section", "div"])
    func `paragraphs before a longer part of the article in a box of its own are in it`(box: String) throws {
        let found = try text(
            of:
                "<article>\(prose(1...2))<\(box)><div><h2>Transcript</h2><div>\(prose(3...9))</div></div></\(box)></article>"
        )
        for number in 1...9 { #expect(found.contains("Paragraph \(number)")) }
    }

    @Test func `parts of the article whose titles lead to themselves stay`() throws {
        let parts = (3...5).map {
            "<div><a href='/tale#part-\($0)'><h2>A part of the tale \($0)</h2></a>\(prose($0...$0))</div>"
        }
        let found = try text(of: "<article>\(prose(1...6))\(parts.joined())</article>")
        for number in 3...5 { #expect(found.contains("A part of the tale \(number)")) }
    }

    @Test func `a field with a hidden label stays in the article`() throws {
        let field = "<div class='field field--name-lore field--label-hidden'>\(prose(3...4))</div>"
        #expect(try text(of: "<article>\(prose(1...2))\(field)\(prose(5...6))</article>").contains("Paragraph 3"))
    }

    @Test(arguments: [true, false])
    func `a recipe has its ingredients, although they are in a column of their own`(isInSections: Bool) throws {
        let ingredients = ["2 cups of flour from the mill", "a pinch of salt", "mustard, ground at night"]
        let list = ingredients.map(\.debugDescription).joined(separator: ",")
        let steps = (1...4).map { "{\"@type\":\"HowToStep\",\"text\":\(Pages.prose($0).debugDescription)}" }
            .joined(separator: ",")
        let instructions = isInSections ? "{\"@type\":\"HowToSection\",\"itemListElement\":[\(steps)]}" : steps
        let found = try text(
            of:
                "<script type='application/ld+json'>{\"@type\":\"Recipe\",\"recipeIngredient\":[\(list)],\"recipeInstructions\":[\(instructions)]}</script><div><div class=in><div class=side><h2>What goes into it</h2><ul>\(ingredients.map { "<li><a href=/x>\($0.prefix(10))</a>\($0.dropFirst(10))</li>" }.joined())</ul></div><div class=steps><div>\(prose(1...4))</div></div></div><div class=others><a href=/x>Another recipe with mustard, flour and salt</a></div></div>"
        )
        for part in ingredients + ["Paragraph 1", "Paragraph 4"] { #expect(found.contains(part)) }
        #expect(!found.contains("Another recipe"))
    }

    @Test func `of several whole articles, that with the page's title is the article`() throws {
        let others = "<article><h1>Another page</h1>\(prose(6...9))</article>"
        let found = try text(of: "<div><article><h1>A page</h1>\(prose(1...4))</article>\(others)</div>")
        #expect(found.contains("Paragraph 4") && !found.contains("Paragraph 6"))
    }

    @Test(arguments: [
        "<div class=x><p>We use cookies NOTICE</p><button>Accept</button></div>",
        "<div class=cookie-consent><h2>Cookies</h2><p>NOTICE</p></div>",
        "<div class=x><p>You are using an outdated browser. NOTICE</p></div>",
        "<dialog open><p>Wir verwenden Cookies, um NOTICE</p></dialog>"
    ])
    func `a notice longer than the article isn't taken for it`(notice: String) throws {
        let long = notice.replacing(
            "NOTICE",
            with: (1...3).map { _ in "to measure, to store and to show, as we and our partners see fit, on each page." }
                .joined(separator: " "))
        let found = try text(of: "<div id=app>\(long)<div class=c>\(prose(1...1))</div></div>")
        #expect(found.contains("Paragraph 1") && !found.contains("as we and our partners"))
    }

    @Test func `the text for search engines says where the article begins and ends`() throws {
        let end = "So ended the mill and the valley, and nobody ever ground anything there again, as the books say."
        let body = (1...5).map { Pages.prose($0) }.joined(separator: "\\n") + "\\n" + end
        let talk = (10...20).map { "<div class=talk><b>ada</b><p>\(Pages.prose($0))</p></div>" }.joined()
        let found = try text(
            of:
                "<script type='application/ld+json'>{\"@type\":\"Article\",\"articleBody\":\"\(body)\"}</script><div class=a>\(prose(1...5))<p>\(end)</p></div><div class=b>\(talk)</div>"
        )
        #expect(found.contains("Paragraph 1 ") && found.contains("Paragraph 5") && !found.contains("Paragraph 10"))
    }

    @Test(arguments: [
        "<div class=social-embed><blockquote><p>A post about a mill that ground nothing but mustard.</p></blockquote></div>",
        "<div class='product-box promo'><h3>A post mill, and a mill of wood</h3><p>It grinds mustard. $12.00</p><a href=https://shop.example/x>Buy</a></div>"
    ])
    func `posts and products that the article shows stay in it`(embed: String) throws {
        #expect(try text(of: "<article>\(prose(1...2))\(embed)\(prose(3...5))</article>").contains("A post"))
    }
}
