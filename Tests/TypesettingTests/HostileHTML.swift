import Testing

/// HTML that nobody should write.
struct HostileHTML: Sendable, CustomTestStringConvertible {
    private let (start, part, times, closing, rest): (String, String, Int, String, String)

    var html: String { html(quarters: 4) }

    /// Its beginning, so that a report isn't a megabyte long.
    var testDescription: String { "\(html.prefix(24))… (\(html.utf8.count) bytes)" }

    private init(start: String = "", _ part: String, times: Int, closedBy closing: String = "", _ rest: String = "") {
        (self.start, self.part, self.times, self.closing, self.rest) = (start, part, times, closing, rest)
    }

    /// The same with some quarters of its parts.
    func html(quarters: Int) -> String {
        let count = times * quarters / 4
        return start + String(repeating: part, count: count) + String(repeating: closing, count: count) + rest
    }

    static let deep = [
        HostileHTML("<div>", times: 100_000, "end"),
        HostileHTML("<blockquote>", times: 100_000, "end"),
        HostileHTML("<ul><li>", times: 100_000, "end"),
        HostileHTML("<table><tr><td>x<td>", times: 25_000, "end"),
        HostileHTML("<b>x", times: 100_000, "end"),
        HostileHTML("<a href='http://x'>x", times: 100_000, "end"),
        HostileHTML("<a><b><i>", times: 50_000, closedBy: "</p>", "end"),
        HostileHTML("<pre>", times: 100_000, "end"),
        HostileHTML("<script>x</script><q>", times: 25_000, "end"),
        HostileHTML("<p>x", times: 30_000, "end")
    ]

    static let long = [
        HostileHTML("a", times: 1_000_000),
        HostileHTML("日", times: 100_000),
        HostileHTML(start: "e", "\u{301}", times: 100_000),
        HostileHTML("👩\u{200D}", times: 100_000),
        HostileHTML("\u{200B}", times: 100_000),
        HostileHTML("&nbsp;", times: 100_000),
        HostileHTML("<", times: 100_000),
        HostileHTML("<br>", times: 100_000, "x"),
        HostileHTML(start: "<pre>", "\t", times: 100_000)
    ]

    /// Returns random combinations of pieces that once broke something.
    static func random(using generator: inout some RandomNumberGenerator) -> String {
        (0..<Int.random(in: 1...80, using: &generator))
            .map { _ in pieces[Int.random(in: pieces.indices, using: &generator)] }
            .joined()
    }

    private static let pieces = [
        "<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<i>", "<ul>", "<ol start=98>", "<li>", "</ul>", "</ol>",
        "<blockquote>", "</blockquote>", "<pre>", "</pre>", "<table>", "<tr>", "<td>", "<th>", "</table>", "<br>",
        "<hr>",
        "<h1>", "</h1>", "<a href='/a\u{202E}b'>", "<a href=https://y>", "</a>", "<img alt='\u{1B}]0;x\u{7}'>",
        "<img src=x>",
        "<code>", "</code>", "<q>", "</q>", "<wbr>", "<span hidden>", "</span>", "<script>", "</script>", "<!--", "-->",
        "word ", "longwordwithoutanyspaces", "well-known ", "日本語、", "「文章」", "👨‍👩‍👧", "👍🏽", "e\u{301}\u{302}", "&nbsp;",
        "&#27;[31m", "&#155;", "\u{1B}[2J", "\u{9D}", "\u{7F}", "\u{202E}", "\u{2066}", "\u{E0041}", "\u{FEFF}",
        "\u{AD}", "\u{2028}", "\u{3000}", "\u{FFFE}", "\u{200B}", "\u{200D}", "\t", "\n", " ", "\r", "\u{85}", "\0",
        "<", "&", "\""
    ]
}
