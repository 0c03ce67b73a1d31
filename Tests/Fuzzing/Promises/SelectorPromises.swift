import HTML

/// What must hold for every text where a CSS selector or an XPath should be, as in a site rule.
package enum SelectorPromises {
    private static let tree = HTMLTree(
        parsing: Array(
            """
            <html lang=en><body class="a b"><h1 id=t>Title</h1><div class=a><p>One <a href="/x">two</a></p><p lang=de>3</p>
            <ul><li>1<li class=b>2<li>3</ul><table><tr><td colspan=2>x</table><svg><path d=""/></svg></div></body></html>
            """.utf8))

    /// The broken promises for a text, in words. A crash counts as one, too.
    package static func broken(by bytes: [UInt8]) -> [String] {
        let text = String(decoding: bytes, as: UTF8.self)
        var broken: [String] = []
        do throws(SelectorFailure) {
            let elements = tree.elements(matching: try Selector(text))
            if !elements.allSatisfy({ tree.kind(of: $0) == .element }) { broken.append("a selector finds elements") }
            if Set(elements).count != elements.count { broken.append("a selector finds an element once") }
        } catch {
            broken += self.broken(by: error, in: text)
        }
        do throws(SelectorFailure) {
            let path = try XPath(text)
            if tree.matches(of: path) != tree.matches(of: path) { broken.append("a path finds the same again") }
        } catch {
            broken += self.broken(by: error, in: text)
        }
        return broken
    }

    private static func broken(by failure: SelectorFailure, in text: String) -> [String] {
        let isInText = (0...text.unicodeScalars.count).contains(failure.offset)
        let isLine = !failure.problem.utf8.contains(UInt8(ascii: "\n"))
        return (isInText ? [] : ["a mistake has its place in the text"])
            + (isLine ? [] : ["words for people are one line"])
    }
}
