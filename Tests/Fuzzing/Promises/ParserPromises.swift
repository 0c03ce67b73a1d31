import FeedParser

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
