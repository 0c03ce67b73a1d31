import HTML
import System

/// The texts that a page's scripts hold as data, written as a page of their own, in which the article is searched for.
///
/// Programs that build pages in the browser send their texts as JSON: as HTML in one string, or as a tree of blocks and
/// pieces of lines. Objects and arrays become elements, so that texts of one article stay together.
struct ScriptTexts {
    private var html: [UInt8] = []
    /// What the next rows of a stream continue: `T1a2,` announces a text of that many bytes.
    private var stream: [UInt8] = []
    private var left = ExtractionLimits.scriptBytes
    private var hasTitle = false
    private let title: [UInt8]

    private init(title: String) {
        self.title = ComparedLetters(title.prefix(while: \.isASCII).prefix(40).description).bytes
    }

    /// The page; nil if the scripts have no texts, or if the title isn't among them: the words of buttons are data, too.
    static func page(of tree: HTMLTree, titled title: String) -> [UInt8]? {
        var texts = ScriptTexts(title: title)
        var next = tree.firstChild(of: tree.root)
        while let id = next {
            next = tree.node(after: id, in: tree.root)
            guard tree.kind(of: id) == .element, tree.tag(of: id) == .script, let child = tree.firstChild(of: id) else {
                continue
            }
            if let type = tree.utf8(.type, of: id), type.elementsEqual("application/ld+json".utf8) { continue }
            texts.add(tree.utf8(of: child))
        }
        texts.endStream()
        return texts.hasTitle && texts.html.count >= ArticleSearch.enough ? texts.html : nil
    }

    private mutating func add(_ script: ArraySlice<UInt8>) {
        guard script.count >= 20, script.count <= left else { return }
        left -= script.count
        if !hasTitle {
            var search = LetterSearch(for: title.isEmpty ? [0] : title)
            hasTitle = title.count < 6 || script.withUnsafeBufferPointer { search.finds($0) }
        }
        for start in Self.starts(of: script) {
            guard let value = Self.value(in: script[start...]) else { continue }
            if case .array(let row) = value, row.count == 2, let part = row[1].string {
                // A part of a stream, which strings cut anywhere.
                stream += part.utf8
                return
            }
            let found = Self.texts(of: value, key: "", depth: 0)
            html += found.html
            if !found.html.isEmpty { return }
        }
    }

    /// Where values may begin in a script: at its start, or after “=” or “(”.
    private static func starts(of script: ArraySlice<UInt8>) -> [Int] {
        var starts: [Int] = []
        var last: UInt8 = UInt8(ascii: "=")
        for (at, byte) in zip(script.indices, script).prefix(2000) where byte > 0x20 {
            if "{[\"".utf8.contains(byte), "=(".utf8.contains(last) { starts.append(at) }
            if starts.count == 5 { break }
            last = byte
        }
        return starts
    }

    private static func value(in text: ArraySlice<UInt8>) -> JSONValue? {
        var reader = JSONReader(text, deepest: ExtractionLimits.jsonDepth, tolerance: .anything)
        return try? reader.value(mostValues: ExtractionLimits.scriptValues)
    }

    /// Rows are `number:value`; those of long texts say how long these are: `2:T1a2,…`.
    private mutating func endStream() {
        var at = 0
        while at < stream.count {
            guard let colon = stream[at...].prefix(20).firstIndex(of: UInt8(ascii: ":")), colon + 1 < stream.count
            else {
                break
            }
            var end = stream[colon...].firstIndex(of: UInt8(ascii: "\n")) ?? stream.count
            if stream[colon + 1] == UInt8(ascii: "T"),
                let comma = stream[(colon + 2)...].prefix(12).firstIndex(of: UInt8(ascii: ",")),
                let length = Int(String(decoding: stream[(colon + 2)..<comma], as: UTF8.self), radix: 16), length >= 0
            {
                end = min(comma + 1 + min(length, stream.count), stream.count)
                html += Self.html(of: String(decoding: stream[(comma + 1)..<end], as: UTF8.self))
                at = end
            } else {
                if let value = Self.value(in: stream[(colon + 1)..<end]) {
                    html += Self.texts(of: value, key: "", depth: 0).html
                }
                at = end + 1
            }
        }
    }

    /// The texts in a value as HTML, and whether they are a piece of a line.
    private static func texts(of value: JSONValue, key: String, depth: Int) -> (html: [UInt8], isPiece: Bool) {
        var html: [UInt8] = []
        var name: String?
        var isPiece = true
        func add(_ part: (html: [UInt8], isPiece: Bool)) {
            html += part.html
            isPiece = isPiece && part.isPiece
        }
        switch value {
        case .string(let text): return texts(of: text, key: key, depth: depth)
        case .array(let elements):
            for element in elements { add(texts(of: element, key: "", depth: depth)) }
            name = isPiece ? "p" : "div"
        case .object(let members):
            for member in members {
                add(texts(of: member.value, key: member.key, depth: depth))
                if kinds.contains(member.key), let kind = member.value.string, isHeading(kind) { name = "h2" }
            }
            if name == nil, !isPiece { name = "div" }
        default: break
        }
        guard let name, !html.isEmpty else { return (html, isPiece) }
        return (Array("<\(name)>".utf8) + html + Array("</\(name)>".utf8), false)
    }

    private static func texts(of text: String, key: String, depth: Int) -> (html: [UInt8], isPiece: Bool) {
        let bytes = Array(text.utf8)
        if depth < 3, bytes.count > 200, "{[".utf8.contains(bytes[0]), let value = value(in: bytes[...]) {
            return (texts(of: value, key: "", depth: depth + 1).html, false)
        }
        if lines.contains(key), !bytes.holds("</") {
            var html: [UInt8] = []
            bytes.withUnsafeBufferPointer { html.append(escaping: $0) }
            return (html, true)
        }
        let key = Array(key.lowercased().utf8)
        guard isProse(bytes), !summaries.contains(where: key.holds) else { return ([], true) }
        return (html(of: text), false)
    }

    /// A plain text or HTML as HTML, such as the text that a page has for search engines.
    static func html(of text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        if bytes.holds("</") || bytes.holds("<p>") || bytes.holds("<br") {
            return Array("<div>".utf8) + bytes + Array("</div>".utf8)
        }
        var html: [UInt8] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.contains(where: { $0 > 0x20 }) {
            html += "<p>".utf8
            line.withUnsafeBufferPointer { html.append(escaping: $0) }
            html += "</p>".utf8
        }
        return html
    }

    /// Whether a string is sentences, and not an address, a program or a style.
    private static func isProse(_ string: [UInt8]) -> Bool {
        guard string.count >= 60 else { return false }
        if string.holds("</p>") || string.holds("<br") { return true }
        let start = string.prefix(2000)
        let spaces = start.count { $0 == 0x20 }
        return 40 * start.count { "{}=;_\\".utf8.contains($0) } < start.count
            && (10 * spaces >= start.count && 2 * spaces < start.count || 2 * start.count { $0 >= 0x80 } > start.count)
    }

    private static func isHeading(_ kind: String) -> Bool {
        kind.hasPrefix("heading") || ["h2", "h3", "h4"].contains(kind)
    }

    /// The keys of pieces of lines.
    private static let lines: Set = ["text", "value"]
    /// The keys that say what a block is.
    private static let kinds: Set = ["type", "_type", "nodeType", "style", "tag"]
    /// What is in keys of texts that only sum the article up, or describe something else.
    private static let summaries: [StaticString] = [
        "desc", "excerpt", "summary", "seo", "alt", "caption", "teaser", "subtitle", "tagline", "bio", "abstract",
        "title", "url", "class", "css", "query"
    ]
}
