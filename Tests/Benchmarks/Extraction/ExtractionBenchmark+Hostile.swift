extension ExtractionBenchmark {
    /// What takes long to build as a tree, and what is looked at closely in an article.
    static let hostileParts =
        HTMLDoublingBenchmark.parts + [
            HostilePart(name: "links", text: "<a href=x>"),
            HostilePart(
                name: "links of all kinds", text: "<p><a href='./a/../c#N'>some words</a> and more words of text."),
            HostilePart(name: "pictures", text: "<p>word word, word </p><img src=/a#N.jpg>"),
            HostilePart(name: "paragraphs", text: "<div><p>A text that is long enough for points.</p></div>"),
            HostilePart(name: "words", text: "a b c d "),
            HostilePart(name: "leads", text: "<p class=lead>A text, as long as leads are: of fifty letters or so.</p>"),
            HostilePart(name: "headings over links", text: "<h2>Related</h2><p><a href=x>y</a></p>"),
            HostilePart(name: "lines that lead elsewhere", text: "<p>Read more: <a href=x>something</a></p>"),
            HostilePart(name: "line breaks", text: "x<br><br>"),
            HostilePart(name: "hidden elements", text: "<p>a<p style='display: none'>b"),
            HostilePart(name: "comments of readers", text: "<div class=comment>"),
            HostilePart(name: "forms", text: "<form><input>"),
            HostilePart(name: "without scripts", text: "<noscript><div>"),
            HostilePart(name: "JSON-LD", text: "<script type='application/ld+json'>[{\"a\":[1]}]</script>"),
            HostilePart(name: "metadata", text: "<meta name=author content=x#N>"),
            HostilePart(name: "deep paragraphs", start: depth, text: "<p>word word, word word word word</p>"),
            HostilePart(name: "deep asides", start: depth, text: "<aside>word</aside>"),
            HostilePart(name: "deep solicitations", start: depth, text: "<p class=share>word</p>"),
            HostilePart(name: "deep lists of links", start: depth, text: "<ul><li><a href=x>word</a></ul>"),
            HostilePart(name: "deep emptiness", start: depth + "<p><a href=x>y</a>", text: "<b></b>")
        ]

    private static let depth = String(repeating: "<div>", count: 480)
}
