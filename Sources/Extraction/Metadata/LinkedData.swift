import HTML
import System

/// What a page says of its article as JSON-LD in the words of schema.org.
struct LinkedData {
    /// What the first article says.
    private(set) var metadata: PageMetadata?
    /// All kinds of things that the page speaks of.
    private(set) var types: Set<String> = []
    /// The ingredients and the steps of the first recipe.
    private(set) var recipe: [String] = []

    init(of tree: HTMLTree, scripts: [NodeID], pageTitle: String) {
        var article: JSONValue?
        var video: JSONValue?
        var left = ExtractionLimits.jsonBytes
        for script in scripts {
            guard let child = tree.firstChild(of: script) else { continue }
            let text = tree.utf8(of: child)
            guard text.count <= left else { continue }
            left -= text.count
            guard let value = Self.value(in: text) else { continue }
            for thing in value.all.flatMap({ thing in [thing] + (thing["@graph"]?.all ?? []) }) {
                let kinds = Self.types(of: thing)
                types.formUnion(kinds)
                if article == nil, Self.isArticle(thing) { article = thing }
                if recipe.isEmpty, kinds.contains("Recipe") {
                    recipe = Self.texts(thing["recipeIngredient"]) + Self.texts(thing["recipeInstructions"])
                }
                if video == nil, kinds.contains("VideoObject") { video = thing }
            }
        }
        if let thing = article ?? video {
            metadata = Self.metadata(of: thing, pageTitle: pageTitle)
            if article == nil { metadata?.kind = "video" }
        }
    }

    /// The value in a text, which may have anything around it; nil if it has none, or more than anyone writes.
    private static func value(in text: ArraySlice<UInt8>) -> JSONValue? {
        // Pages of XHTML have it in a section of CDATA.
        var json = text
        if text.prefix(100).holds("<![CDATA[") {
            for _ in 0..<2 { json = json.drop { $0 != UInt8(ascii: "[") }.dropFirst() }
        }
        json = json.drop { !"{[".utf8.contains($0) }
        var reader = JSONReader(json, deepest: ExtractionLimits.jsonDepth, tolerance: .anything)
        return json.isEmpty ? nil : try? reader.value(mostValues: ExtractionLimits.jsonValues)
    }

    private static func types(of thing: JSONValue) -> [String] {
        (thing["@type"]?.all ?? []).compactMap(\.string).map { type in
            type.split(separator: "/").last.map(String.init) ?? type
        }
    }

    /// The texts of a list, or of a list of steps in sections.
    private static func texts(_ value: JSONValue?) -> [String] {
        (value?.all ?? []).flatMap { one in
            one.string.map { [$0] } ?? texts(one["text"] ?? one["itemListElement"])
        }
    }

    private static func isArticle(_ thing: JSONValue) -> Bool {
        types(of: thing).contains { $0.hasSuffix("Article") || articleTypes.contains($0) }
    }

    private static let articleTypes: Set = [
        "BlogPosting", "LiveBlogPosting", "SocialMediaPosting", "DiscussionForumPosting", "Report", "APIReference"
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
