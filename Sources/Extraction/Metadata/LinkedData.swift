import HTML

/// What a page says of its article as JSON-LD in the words of schema.org.
struct LinkedData {
    /// The first article in the first script that has one.
    static func metadata(of tree: HTMLTree, scripts: [NodeID], pageTitle: String) -> PageMetadata? {
        var video: PageMetadata?
        var left = ExtractionLimits.jsonBytes
        for script in scripts {
            guard let child = tree.firstChild(of: script) else { continue }
            let text = tree.utf8(of: child)
            guard text.count <= left else { continue }
            left -= text.count
            guard let value = JSONScanner.value(in: text) else { continue }
            let things = value.all.flatMap { thing in [thing] + (thing["@graph"]?.all ?? []) }
            if let article = things.first(where: isArticle) { return metadata(of: article, pageTitle: pageTitle) }
            if video == nil, let thing = things.first(where: { types(of: $0).contains("VideoObject") }) {
                video = metadata(of: thing, pageTitle: pageTitle)
                video?.kind = "video"
            }
        }
        return video
    }

    private static func types(of thing: JSONValue) -> [String] {
        (thing["@type"]?.all ?? []).compactMap(\.string).map { type in
            type.split(separator: "/").last.map(String.init) ?? type
        }
    }

    private static func isArticle(_ thing: JSONValue) -> Bool {
        types(of: thing).contains { $0.hasSuffix("Article") || articleTypes.contains($0) }
    }

    private static let articleTypes: Set = [
        "AnalysisNewsArticle", "BlogPosting", "LiveBlogPosting", "SocialMediaPosting", "DiscussionForumPosting",
        "Report", "APIReference", "OpinionNewsArticle", "ReviewNewsArticle"
    ]

    private static func metadata(of article: JSONValue, pageTitle: String) -> PageMetadata {
        var found = PageMetadata()
        let name = article["name"]?.string?.decodedOnOneLine
        let headline = article["headline"]?.string?.decodedOnOneLine
        if let name, let headline, name != headline {
            // Some sites put their own name into one of the two.
            let likeness = Likeness(to: pageTitle)
            let nameFits = likeness.share(of: name) > 0.75
            let headlineFits = likeness.share(of: headline) > 0.75
            found.title = headlineFits && !nameFits ? headline : name
        } else {
            found.title = name ?? headline
        }
        found.byline = names(article["author"]) ?? names(article["creator"])
        found.site = names(article["publisher"])
        found.published = article["datePublished"]?.string?.onOneLine.unlessEmpty
        found.text = article["articleBody"]?.string
        found.language = article["inLanguage"]?.string?.unlessEmpty
        found.image = article["image"]?.all.lazy.compactMap { $0.string ?? $0["url"]?.string }.first
        found.kind = "article"
        return found
    }

    private static func names(_ value: JSONValue?) -> String? {
        guard let value else { return nil }
        let names = value.all.compactMap { one in (one.string ?? one["name"]?.all.first?.string)?.decodedOnOneLine }
        let people = names.filter { !$0.hasPrefix("http://") && !$0.hasPrefix("https://") }
        return people.isEmpty ? nil : people.joined(separator: ", ")
    }
}

extension String {
    /// On one line if it isn't too long for a title, and with character references decoded once more, since many programs write them twice.
    var decodedOnOneLine: String? {
        guard utf8.count <= ExtractionLimits.title else { return nil }
        guard utf8.contains(UInt8(ascii: "&")) else { return onOneLine.unlessEmpty }
        let tree = HTMLTree(parsingFragment: Array(replacing("<", with: "&lt;").utf8), in: "div")
        return tree.textContent(of: tree.root).onOneLine.unlessEmpty
    }
}

/// Reads JSON as pages have it: with line breaks in strings, missing and superfluous commas, and anything around it.
private struct JSONScanner {
    private let bytes: ArraySlice<UInt8>
    private var at: Int
    private var values = 0

    /// The value in a text; nil if it has none, or more than anyone writes.
    static func value(in text: ArraySlice<UInt8>) -> JSONValue? {
        // Pages of XHTML have it in a section of CDATA.
        var json = text
        if text.prefix(100).holds("<![CDATA[") {
            for _ in 0..<2 { json = json.drop { $0 != UInt8(ascii: "[") }.dropFirst() }
        }
        guard let start = json.firstIndex(where: { "{[".utf8.contains($0) }) else {
            return nil
        }
        var scanner = JSONScanner(bytes: text, at: start)
        return scanner.value(depth: 0)
    }

    private mutating func value(depth: Int) -> JSONValue? {
        values += 1
        guard depth <= ExtractionLimits.jsonDepth, values <= ExtractionLimits.jsonValues, let first = peek() else {
            return nil
        }
        switch first {
        case UInt8(ascii: "\""): return .string(string())
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["):
            at += 1
            var elements: [JSONValue] = []
            while let next = peekPastCommas(), next != UInt8(ascii: "]") {
                guard let element = value(depth: depth + 1) else { return nil }
                elements.append(element)
            }
            at += 1
            return .array(elements)
        default:
            let start = at
            while at < bytes.endIndex, !",]}:\"[{".utf8.contains(bytes[at]), bytes[at] > 0x20 { at += 1 }
            return at > start ? .other : nil
        }
    }

    private mutating func object(depth: Int) -> JSONValue? {
        at += 1
        var members: [JSONValue.Member] = []
        while let next = peekPastCommas(), next != UInt8(ascii: "}") {
            guard next == UInt8(ascii: "\"") else { return nil }
            let key = string()
            guard peek() == UInt8(ascii: ":") else { return nil }
            at += 1
            guard let value = value(depth: depth + 1) else { return nil }
            members.append(JSONValue.Member(key: key, value: value))
        }
        at += 1
        return .object(members)
    }

    private mutating func peek() -> UInt8? {
        while at < bytes.endIndex, bytes[at] <= 0x20 { at += 1 }
        return at < bytes.endIndex ? bytes[at] : nil
    }

    private mutating func peekPastCommas() -> UInt8? {
        while peek() == UInt8(ascii: ",") { at += 1 }
        return peek()
    }

    private mutating func string() -> String {
        at += 1
        var text: [UInt8] = []
        while at < bytes.endIndex, bytes[at] != UInt8(ascii: "\"") {
            if bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.endIndex {
                at += 1
                escape(&text)
            } else {
                text.append(bytes[at])
                at += 1
            }
        }
        at += 1
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func escape(_ text: inout [UInt8]) {
        let letter = bytes[at]
        at += 1
        switch letter {
        case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"): text.append(UInt8(ascii: " "))
        case UInt8(ascii: "u"):
            guard let unit = codeUnit() else { return }
            if UTF16.isLeadSurrogate(unit), bytes[at...].starts(with: "\\u".utf8) {
                at += 2
                let trail = codeUnit() ?? 0
                text += String(decoding: [unit, trail], as: UTF16.self).utf8
            } else {
                text += String(decoding: [unit], as: UTF16.self).utf8
            }
        default: text.append(letter)
        }
    }

    private mutating func codeUnit() -> UInt16? {
        let digits = bytes[at...].prefix(4)
        guard digits.count == 4, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else {
            return nil
        }
        at += 4
        return unit
    }
}

/// A value of JSON. Numbers and words have no meaning in what pages say of themselves.
indirect enum JSONValue: Equatable {
    case string(String)
    case array([JSONValue])
    case object([Member])
    case other

    struct Member: Equatable {
        let key: String
        let value: JSONValue
    }

    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The elements of an array, or the only value.
    var all: [JSONValue] {
        if case .array(let elements) = self { return elements }
        return [self]
    }

    var string: String? {
        if case .string(let text) = self { return text }
        return nil
    }
}
