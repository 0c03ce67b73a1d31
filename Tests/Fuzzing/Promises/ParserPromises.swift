import FeedParser
import FoundationEssentials
import Library
import System

/// What the parser promises for every possible document.
package enum ParserPromises {
    /// The broken promises for an input, in words. A crash counts as one, too.
    package static func broken(by input: FuzzedInput) -> [String] {
        let outcome = parse(input)
        var broken: [String] = []
        if parse(input) != outcome { broken.append("a document has one meaning") }
        switch outcome {
        case .success(let feed): broken += FeedPromises.broken(by: feed)
        case .failure(let failure): broken += FailurePromises.broken(by: failure)
        }
        broken += FailurePromises.broken(by: FeedDiscovery.feeds(inPage: input.document[...], at: input.baseURL))
        let address = String(decoding: input.document.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        broken += FailurePromises.broken(by: FeedDiscovery.feeds(at: address))
        return broken + brokenByCharsets(input.document)
    }

    /// ASCII text is the same in every charset that contains ASCII.
    private static func brokenByCharsets(_ document: [UInt8]) -> [String] {
        guard document.allSatisfy({ (0x01...0x7F).contains($0) }) else { return [] }
        let outcomes = ["iso-8859-1", "koi8-r", "utf-8"].map { charset in
            parse(document, contentType: "text/xml; charset=\(charset)", baseURL: nil)
        }
        return outcomes.allSatisfy { $0 == outcomes[0] } ? [] : ["ASCII means the same in every charset"]
    }

    private static func parse(_ input: FuzzedInput) -> Result<ParsedFeed, ParseFailure> {
        parse(input.document, contentType: input.contentType, baseURL: input.baseURL)
    }

    private static func parse(
        _ document: [UInt8], contentType: String?, baseURL: String?
    ) -> Result<ParsedFeed, ParseFailure> {
        Result { () throws(ParseFailure) in
            try FeedParser.parse(document, contentType: contentType, baseURL: baseURL)
        }
    }
}

/// A document with the content type and the base URL that it was served with.
///
/// The last byte chooses these two, so every file that ends with a line break works as a document.
package struct FuzzedInput {
    let document: [UInt8]
    let contentType: String?
    let baseURL: String?

    package init(_ bytes: [UInt8]) {
        document = bytes.dropLast()
        let choice = Int(bytes.last ?? UInt8(ascii: "\n")) + Self.contentTypes.count - Int(UInt8(ascii: "\n"))
        contentType = Self.contentTypes[choice % Self.contentTypes.count]
        baseURL = Self.baseURLs[choice / Self.contentTypes.count % Self.baseURLs.count]
    }

    private static let contentTypes: [String?] =
        [nil, "application/feed+json", "text/html; charset=", "text/plain; charset=\"nonsense\""]
        + [
            "utf-8", "us-ascii", "iso-8859-1", "windows-1251", "koi8-r", "utf-16", "utf-16be", "utf-32le", "gb18030",
            "big5", "shift_jis", "euc-jp", "iso-2022-jp", "euc-kr", "utf-7", "ibm037"
        ].map { "text/xml; charset=\($0)" }

    private static let baseURLs: [String?] = [
        "https://example.org/a/b?c=d#e", nil, "http://example.org", "//[", "file:///x", "https://github.com/a/b"
    ]
}

/// What must hold for a feed, whatever document it came from.
enum FeedPromises {
    static func broken(by feed: ParsedFeed) -> [String] {
        var broken: [String] = []
        if feed.items.count > 100_000 { broken.append("a feed has 100,000 items at most") }
        broken += ([feed.title, feed.language] + feed.authors).compactMap(brokenLine)
        broken += ([feed.link, feed.image, feed.selfLink, feed.newAddress] + feed.hubs).compactMap(brokenAddress)
        broken += [feed.description].compactMap(brokenText)
        broken += [feed.updated].compactMap(brokenDate)
        for item in feed.items { broken += self.broken(by: item) }
        return broken
    }

    private static func broken(by item: ParsedItem) -> [String] {
        let lines =
            [item.title, item.language] + item.authors + item.categories.map(\.name) + item.enclosures.map(\.type)
        let addresses = [item.link, item.image, item.comments?.link, item.comments?.feed] + item.enclosures.map(\.url)
        var broken = lines.compactMap(brokenLine) + addresses.compactMap(brokenAddress)
        broken += [item.id, item.summary, item.content].compactMap(brokenText)
        broken += [item.published, item.updated].compactMap(brokenDate)
        if item.enclosures.contains(where: { ($0.length ?? 0) < 0 }) {
            broken.append("nothing is shorter than nothing")
        }
        return broken
    }

    private static func brokenLine(_ text: String?) -> String? {
        guard let text else { return nil }
        if hasControls(text) { return "a name is one line, and not “\(text)”" }
        return brokenText(text)
    }

    private static func brokenAddress(_ text: String?) -> String? {
        guard let text else { return nil }
        if hasControls(text) { return "an address holds no control characters, and not “\(text)”" }
        return brokenText(text)
    }

    private static func brokenText(_ text: String?) -> String? {
        guard let text else { return nil }
        if text.isEmpty { return "what is empty is not there" }
        // A string can be built from bytes that nobody validated.
        return String(validating: Array(text.utf8), as: UTF8.self) == nil ? "text is valid UTF-8" : nil
    }

    private static func brokenDate(_ date: Date?) -> String? {
        guard let date else { return nil }
        let years: ClosedRange<Double> = -62_200_000_000...253_500_000_000
        return years.contains(date.timeIntervalSince1970) ? nil : "a date is in the years 1 to 9999"
    }

    private static func hasControls(_ text: String) -> Bool { text.utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}

/// What must hold for the error about a document that isn't a feed, and for the feeds that it links to.
enum FailurePromises {
    static func broken(by failure: ParseFailure) -> [String] {
        var broken: [String] = []
        if failure.description.utf8.contains(where: { $0 < 0x20 }) { broken.append("words for people are one line") }
        if failure.description.utf8.count > 10_000 { broken.append("words for people are few") }
        if case .notAFeed(_, let feeds) = failure { broken += self.broken(by: feeds) }
        return broken
    }

    static func broken(by feeds: [DiscoveredFeed]) -> [String] {
        var broken: [String] = []
        if Set(feeds.map(\.url)).count != feeds.count { broken.append("no feed is found twice") }
        for feed in feeds {
            let isWeb = feed.url.lowercased().hasPrefix("http://") || feed.url.lowercased().hasPrefix("https://")
            let isClean = feed.url.unicodeScalars.allSatisfy {
                $0.value > 0x20 && $0.properties.generalCategory != .control
            }
            if !isWeb || !isClean { broken.append("a feed that is found is on the web, and not at “\(feed.url)”") }
        }
        return broken
    }
}

/// What must hold for every transcript and every list of chapters.
package enum TranscriptPromises {
    /// The broken promises for a document, in words. A crash counts as one, too.
    package static func broken(by document: [UInt8]) -> [String] {
        var broken: [String] = []
        if let text = TimedText(document) {
            if TimedText(document) != text { broken.append("a transcript has one meaning") }
            if text.html.utf8.count > 64 + 64 * document.count { broken.append("a transcript doesn't swell") }
            if text.letters > document.count { broken.append("a transcript has no more letters than bytes") }
            let tags = ["p>", "/p>", "b>", "/b>", "small>", "/small>", "br>"]
            // As bytes, since a mark may combine with the end of a tag.
            let parts = text.html.utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).dropFirst()
            if !parts.allSatisfy({ part in tags.contains { part.starts(with: $0.utf8) } }) {
                broken.append("a transcript has no tags of others")
            }
        }
        let chapters = [Chapter](json: document[...])
        if chapters.count > Chapter.most || chapters.contains(where: { $0.title.isEmpty || $0.title.utf8.count > 4000 })
        {
            broken.append("chapters have titles and a limit")
        }
        if zip(chapters, chapters.dropFirst()).contains(where: { $1.start.milliseconds < $0.start.milliseconds }) {
            broken.append("chapters are in order")
        }
        return broken
    }
}

/// What must hold for every text where a date should be.
package enum DatePromises {
    /// The broken promises for a text, in words. A crash counts as one, too.
    package static func broken(by bytes: [UInt8]) -> [String] {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let date = Date(inFeed: text) else { return [] }
        var broken: [String] = []
        let years: ClosedRange<Double> = -62_200_000_000...253_500_000_000
        if !years.contains(date.timeIntervalSince1970) { broken.append("a date is in the years 1 to 9999") }
        if Date(inFeed: " \n\(text)\t ") != date { broken.append("space around a date means nothing") }
        let second = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        if second > Date(timeIntervalSince1970: 0), Date(inFeed: second.formatted(.iso8601)) != second {
            broken.append("a date that is written as people agreed to is read as it was meant")
        }
        return broken
    }
}

/// What must hold for every document that should be JSON.
package enum JSONPromises {
    /// The broken promises for a document, in words. A crash counts as one, too.
    package static func broken(by document: [UInt8]) -> [String] {
        var broken: [String] = []
        let feed = Result { () throws(ParseFailure) in
            try FeedParser.parse(document, contentType: "application/feed+json", baseURL: "https://a.example/")
        }
        switch feed {
        case .success(let feed): broken += FeedPromises.broken(by: feed)
        case .failure(let failure): broken += FailurePromises.broken(by: failure)
        }
        var reader = JSONReader(document[...], deepest: 64)
        var left = 2 * document.count + 2
        do throws(JSONReader.Failure) {
            try walk(&reader, depth: 0, &left)
        } catch {
            let lines = document.count { $0 == UInt8(ascii: "\n") } + 1
            if !(1...lines).contains(error.line) { broken.append("a mistake is on a line of the document") }
        }
        if left < 0 { broken.append("a document ends") }
        return broken
    }

    /// Reads all that there is, in every way that a value can be asked for.
    private static func walk(
        _ reader: inout JSONReader, depth: Int, _ left: inout Int
    ) throws(JSONReader.Failure) {
        var other = reader
        if let value = try? other.value() { _ = (value.number, value.flag, value.text) }
        other = reader
        guard depth < 20 else { return try reader.skip() }
        if try other.beginObject() {
            reader = other
            while left >= 0, try reader.nextKey() != nil {
                left -= 1
                try walk(&reader, depth: depth + 1, &left)
            }
            return
        }
        guard try reader.beginArray() else { return }
        while left >= 0, try reader.nextElement() {
            left -= 1
            try walk(&reader, depth: depth + 1, &left)
        }
    }
}
