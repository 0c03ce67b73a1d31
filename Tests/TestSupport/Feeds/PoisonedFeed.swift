import Foundation

/// A feed with characters that no terminal may get in every part, twenty in each item.
///
/// It is a JSON Feed, because XML can't express most of them.
package enum PoisonedFeed {
    static let characters: [Unicode.Scalar] = [
        0x00...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x180E...0x180E, 0x200B...0x200B,
        0x200E...0x200F,
        0x2028...0x202E, 0x2060...0x206F, 0xE000...0xE001, 0xF8FF...0xF8FF, 0xFE0F...0xFE0F, 0xFEFF...0xFEFF,
        0xFFF0...0xFFFC,
        0xFDD0...0xFDEF, 0xFFFE...0xFFFF, 0x1D173...0x1D17A, 0x1FFFE...0x1FFFF, 0xE0000...0xE007F, 0xE0FFF...0xE0FFF,
        0xF0000...0xF0000, 0x10EEEE...0x10EEEE, 0x10FFFE...0x10FFFF
    ].joined().compactMap { Unicode.Scalar(UInt32($0)) }

    package static var itemCount: Int { (characters.count + 19) / 20 }

    package static func document() throws -> String {
        let items = (0..<itemCount).map { number -> [String: Any] in
            let poison = Array(characters.dropFirst(20 * number).prefix(20))
            let text = poisoned(poison.map { String($0) })
            let html = text.replacingOccurrences(of: "<", with: "&lt;")
            let references = poisoned(poison.map { "&#\($0.value);" })
            return [
                "id": "item \(number)", "url": "https://feed.example/\(text)", "title": "Item \(number) \(text)",
                "authors": [["name": text]], "tags": [text],
                "content_html": """
                <h2>\(html)</h2><p>\(references)</p><pre>\(html)\n\(references)</pre><ul><li>\(html)</ul>
                <p><a href="https://\(html)/\(references)" title="\(html)">\(html)</a><img alt="\(references)" src="\(html)"></p>
                <table><tr><td>\(html)<th>\(references)</table>Text \(number) ends.
                """
            ]
        }
        let title = poisoned(characters.map { String($0) })
        let feed: [String: Any] = [
            "version": "https://jsonfeed.org/version/1.1", "title": "Poison \(title)", "home_page_url": title,
            "items": items
        ]
        let document = String(decoding: try JSONSerialization.data(withJSONObject: feed), as: UTF8.self)
        // Half a surrogate pair, which isn't a character.
        return document.replacingOccurrences(of: "Item 0", with: #"Item 0 \#(#"\ud800"#)x\#(#"\udfff"#)"#)
    }

    /// A web page instead of a feed. Its title becomes part of the failure's reason.
    package static func page() -> String {
        "<!doctype html><html><head><title>\(poisoned(characters.map { "&#\($0.value);" }))</title></head></html>"
    }

    private static func poisoned(_ poison: [String]) -> String {
        poison.joined(separator: "a") + "\u{1B}]0;pwned\u{7}\u{9D}0;pwned\u{9C}e"
            + String(repeating: "\u{301}", count: 60)
    }
}
