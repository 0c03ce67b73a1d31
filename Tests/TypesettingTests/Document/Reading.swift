@testable import Typesetting

/// The blocks that are read from HTML.
func blocks(_ html: String, base: String? = nil) -> [Block] {
    Document(html: html, baseURL: base).blocks
}

extension Block {
    /// A paragraph of plain text.
    static func text(_ text: String) -> Block { .paragraph([.text(text)]) }

    /// A list whose items are one paragraph of plain text each.
    static func bullets(_ items: String...) -> Block {
        .list(List(items: items.map { List.Item([.text($0)]) }))
    }
}

extension Inline {
    static func emphasis(_ text: String) -> Inline { .styled(.emphasis, [.text(text)]) }

    static func strong(_ text: String) -> Inline { .styled(.strong, [.text(text)]) }

    static func link(_ target: String, _ text: String) -> Inline { .link(target: target, [.text(text)]) }
}
