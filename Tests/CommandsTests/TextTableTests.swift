import Testing

@testable import Commands

@Suite struct `A table in a narrow terminal` {
    private func lines(_ addresses: [String], width: Int) -> [String] {
        var table = TextTable(.right, .flexible, .address, .flexible)
        for address in addresses { table.add("1/20", "A feed with a long title, as many have", address, "") }
        return table.lines(width: width)
    }

    @Test func `a wide table shows whole URLs`() {
        let address = "https://example.org/feeds/all.atom.xml"
        #expect(lines([address], width: 100).allSatisfy { $0.hasSuffix(address) })
    }

    @Test func `a narrow table cuts URLs in their middle, so that feeds can be distinguished`() {
        let addresses = [
            "https://example.org/blogs/one/feeds/all.atom.xml", "https://www.example.net/a-long-way/to/rss.xml?id=1234"
        ]
        let lines = lines(addresses, width: 80)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines[0].contains("example.org/") && lines[0].hasSuffix("all.atom.xml"))
        #expect(lines[1].contains("www.example.net") && lines[1].hasSuffix("id=1234"))
    }

    @Test func `a narrow table shows whole URLs if they would look alike`() {
        let addresses = ["swift", "rust"].map { "https://example.org/a/very/long/way/\($0)/to/the/releases.atom" }
        for (line, address) in zip(lines(addresses, width: 80), addresses) { #expect(line.hasSuffix(address)) }
    }

    @Test func `a table keeps spaces if asked to`() {
        var table = TextTable(.left, .flexible, keepingSpaces: true)
        table.add("format", "%4i  %t\u{1B}")
        #expect(table.lines(width: 80) == ["format  %4i  %t"])
    }
}
