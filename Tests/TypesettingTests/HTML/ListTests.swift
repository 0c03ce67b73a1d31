import Testing

@testable import Typesetting

@Suite struct ListTests {
    private func numbers(_ html: String) -> [Int?] {
        guard case .list(let list) = blocks(html).first else { return [] }
        return list.items.map(\.number)
    }

    @Test func `lists nest, with and without end tags`() {
        #expect(
            blocks("<ol><li>a<ul><li>b</ul><li>c</ol>") == [
                .list(
                    List(
                        marker: .decimal,
                        items: [
                            List.Item(number: 1, [.text("a"), .bullets("b")]), List.Item(number: 2, [.text("c")])
                        ]))
            ])
    }

    @Test func `a list directly inside a list belongs to the item before it`() {
        #expect(
            blocks("<ul><li>a</li><ul><li>b</li></ul></ul>") == [
                .list(List(items: [List.Item([.text("a"), .bullets("b")])]))
            ])
    }

    @Test func `text between items is an item`() {
        #expect(blocks("<ul>x<li>a</li>y</ul>") == [.bullets("x", "a", "y")])
    }

    @Test func `items outside a list form one`() {
        #expect(
            blocks("a<li>b<li>c<p>d</p></li><p>e") == [
                .text("a"), .list(List(items: [List.Item([.text("b")]), List.Item([.text("c"), .text("d")])])),
                .text("e")
            ])
    }

    @Test func `empty items and empty lists are left out`() {
        #expect(blocks("<ul><li><li>a<li> </ul><ol></ol><menu><li></menu>") == [.bullets("a")])
    }

    @Test func `numbers start where the list says, and continue from an item's own`() {
        #expect(numbers("<ol start=3><li>a<li>b") == [3, 4])
        #expect(numbers("<ol start=-1><li>a<li>b<li value=10>c<li>d") == [-1, 0, 10, 11])
        #expect(numbers("<ol start=x><li>a") == [1])
    }

    @Test func `a reversed list counts down, by default to one`() {
        #expect(numbers("<ol reversed><li>a<li>b<li>c") == [3, 2, 1])
        #expect(numbers("<ol reversed start=10><li>a<li value=5>b<li>c") == [10, 5, 4])
    }

    @Test func `very large numbers don't overflow`() {
        let huge = numbers("<ol start=99999999999999999999><li>a<li>b<li value=-99999999999999999999>c")
        #expect(huge == [9_999_999_999, 10_000_000_000, -9_999_999_999])
    }

    @Test(arguments: [
        ("<ol type=a>", List.Marker.lowerLetter), ("<ol type=A>", .upperLetter), ("<ol type=i>", .lowerRoman),
        ("<ol type=I>", .upperRoman), ("<ol type=1>", .decimal), ("<ol type=x>", .decimal),
        ("<ol style='list-style-type: upper-roman'>", .upperRoman), ("<ol style='list-style: none'>", .bullet),
        ("<ul type=a>", .bullet), ("<menu>", .bullet), ("<dir>", .bullet)
    ])
    func `a list has its own kind of marker`(start: String, marker: List.Marker) {
        guard case .list(let list) = blocks(start + "<li>a").first else { return #expect(Bool(false)) }
        #expect(list.marker == marker)
    }

    @Test func `to-do lists keep their ticks`() {
        #expect(
            blocks("<ul><li><input type=checkbox checked disabled> a<li><input type=checkbox> b</ul>") == [
                .bullets("[x] a", "[ ] b")
            ])
    }

    @Test func `definitions have terms and details, possibly several`() {
        #expect(
            blocks("<dl><dt>a<dt>b<dd>c<dd><p>d<p>e<dt>f<dd>g</dl>") == [
                .definitions([
                    Definition(
                        terms: [[.text("a")], [.text("b")]], details: [[.text("c")], [.text("d"), .text("e")]]),
                    Definition(terms: [[.text("f")]], details: [[.text("g")]])
                ])
            ])
    }

    @Test func `definitions may be in groups, and without a term`() {
        #expect(
            blocks("<dl><div><dt>a</dt><dd>b</dd></div></dl>") == [
                .definitions([Definition(terms: [[.text("a")]], details: [[.text("b")]])])
            ])
        #expect(blocks("<dl><dd>a</dl><dd>b") == [.definitions([Definition(details: [[.text("a")]])]), .text("b")])
    }
}
