import FeedParser
import FoundationEssentials
import HTTP
import Library
import URLs

/// The answer to a request for a feed.
struct FeedAnswer: Sendable {
    /// A document as it came.
    struct Document: Sendable {
        let body: [UInt8]
        var contentType: String?
        let url: String
        /// The hash of the source bytes if a filter made this document. The next fetch compares those.
        var sourceHash: Int64?
    }

    /// A document or a server may have a part in the words of a failure, which the library keeps.
    private static let longestReason = 1000

    /// Nil if the user stopped the refresh.
    var outcome: FetchOutcome<Document>?
    /// The server's validators, for the next request.
    private var validators = Validators()
    private var figures: TransferFigures?
    /// The URL that permanent redirects led to.
    private var permanentURL: String?
    private var isLaidOpen = false
    private var headers = Headers()
    /// The charge of the document, if it was charged as it came.
    private(set) var charge: MemoryCharge?
    /// The server that refused, which may be another one after redirects.
    private var refusingHost: FeedHost?

    init(_ outcome: FetchOutcome<Document>?) {
        self.outcome = outcome
    }

    init(_ result: Result<Response, FetchFailure>) {
        switch result {
        case .success(let response):
            outcome = FetchOutcome(response)
            validators = response.validators
            figures = TransferFigures(response)
            permanentURL = response.permanentURL
            isLaidOpen = response.isLaidOpen
            headers = response.headers
            charge = response.charge
        case .failure(.cancelled): outcome = nil
        case .failure(let failure):
            outcome = .failed(failure.wordsForFeed, failure.failing)
            if case .refused(let status, let url, let headers) = failure {
                figures = TransferFigures(status: status)
                refusingHost = FeedHost(of: url)
                self.headers = headers
            }
        }
    }

    init(file path: String, of url: String) {
        do {
            let body = try LocalFile.read(path)
            outcome = .document(Document(body: body, url: url))
            figures = TransferFigures(size: body.count)
        } catch {
            outcome = .failed(error.description, error.failing)
        }
    }

    private var document: Document? { if case .document(let document) = outcome { document } else { nil } }

    /// The document's size in bytes.
    var size: Int { document?.body.count ?? 0 }

    /// Parses the document, and returns the result for the library; nil if the user stopped the refresh.
    ///
    /// `askedWith` is the fingerprint of the request's options.
    func parsed(
        for feed: Feed, _ details: FeedDetails, at now: Date, by schedule: Schedule = Schedule(),
        askedWith: Int64? = nil
    ) -> Fetched? {
        guard let outcome else { return nil }
        var fetched: Fetched
        if case .failed(let reason, let failing) = outcome {
            // A command may have printed the URL that it requested.
            let words = String(reason.withoutCredentials.prefix(Self.longestReason))
            fetched = Fetched(.failed(words, failing), for: feed.id, at: now)
        } else {
            let hash = document?.hash
            let parsed = outcome.flatMap { hash == details.bodyHash ? .sentAgain : $0.parsed }
            fetched = Fetched(
                parsed, bodyHash: hash, for: feed.id, etag: validators.etag, lastModified: validators.lastModified,
                at: now)
        }
        fetched.transfer = figures
        fetched.permanentURL = permanentURL
        fetched.isLaidOpen = isLaidOpen
        fetched.askedWith = askedWith
        plan(&fetched, for: feed, details, by: schedule)
        return fetched
    }

    /// Sets the time of the next fetch.
    private func plan(_ fetched: inout Fetched, for feed: Feed, _ details: FeedDetails, by schedule: Schedule) {
        let now = fetched.date
        switch fetched.outcome {
        case .failed(_, let failing):
            if let status = figures?.status {
                fetched.wait = ServerWait(
                    status: status, retryAfter: headers["retry-after"], date: headers["date"], at: now)
                fetched.wasToldToWait = fetched.wait != nil && (status == 429 || headers["retry-after"] != nil)
                // A feed must not block another host's feeds by redirecting to that host.
                let isOwn = refusingHost == FeedHost(of: feed.url)
                fetched.waitingHost = isOwn && ServerWait.slowsHost(status) ? refusingHost : nil
            }
            fetched.due = schedule.due(
                after: now, failing, count: feed.fetching.errorCount &+ 1, wait: fetched.wait,
                chance: .random(in: 0..<1))
        case .document(let document):
            fetched.rhythm = Rhythm(of: document, at: now)
            fetched.announcedURL = document.newAddress.flatMap { $0 == feed.url ? nil : $0 }
            fetched.due = schedule.due(after: now, freshFor: freshness(now), document.schedule, fetched.rhythm)
        case .unchanged, .sentAgain:
            fetched.due = schedule.due(after: now, freshFor: freshness(now), details.hints, details.rhythm)
        }
    }

    private func freshness(_ now: Date) -> Double? { Freshness(at: now) { headers[list: $0] }.seconds }
}

extension FeedAnswer.Document {
    /// The hash that tells whether the document is the same as last time. Slow for a long document.
    var hash: Int64 { sourceHash ?? Fetched.bodyHash(body, contentType: contentType, url: url) }

    fileprivate var parsed: FetchOutcome<ParsedFeed> {
        do throws(ParseFailure) {
            return .document(try FeedParser.parse(body, contentType: contentType, baseURL: url))
        } catch {
            return .failed(error.failing.words(error.description, at: url), error.failing)
        }
    }
}

extension FetchOutcome<FeedAnswer.Document> {
    fileprivate init(_ response: Response) {
        if response.isNotModified {
            self = .unchanged
        } else if response.mayBeCut, !DocumentEnd(of: response.body).isThere {
            self = .failed(FetchFailure.cutOff.description, .network)
        } else {
            self = .document(
                FeedAnswer.Document(body: response.body, contentType: response.contentType, url: response.url))
        }
    }
}

extension TransferFigures {
    fileprivate init(_ response: Response) {
        self.init(
            status: response.status, received: response.received, milliseconds: response.duration.milliseconds,
            size: response.isNotModified ? nil : response.body.count)
    }
}

extension Duration {
    fileprivate var milliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}

extension ParseFailure {
    var failing: Failing {
        switch self {
        case .notAFeed(_, let feeds): feeds.isEmpty ? .noFeed : .page
        case .noLibrary: .local
        case .empty, .brokenXML, .brokenJSON, .tooLarge, .unknownEncoding: .document
        }
    }
}

/// Whether a document has a proper end, for documents that may be incomplete.
struct DocumentEnd {
    let isThere: Bool

    init(of body: [UInt8]) {
        // A document in a wide encoding can't be checked here.
        let tail = body.suffix(Self.farthest)
        guard !tail.contains(0) else {
            isThere = true
            return
        }
        let last = tail.last { $0 > UInt8(ascii: " ") }
        // JSON ends with a brace; no other kind of feed does.
        isThere = last == UInt8(ascii: "}") || (last == UInt8(ascii: ">") && Self.hasEndTag(tail))
    }

    /// Looks from the end, where the tag nearly always is, and at bytes: nearly every feed comes compressed, and so is checked.
    private static func hasEndTag(_ tail: ArraySlice<UInt8>) -> Bool {
        let text = tail.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        return text.indices.reversed().contains { start in
            endTags.contains { text[start...].starts(with: $0) }
        }
    }

    private static let endTags = ["</rss", "</feed", ":feed>", "rdf>", "</channel", "</html"].map { Array($0.utf8) }

    /// Longer than the comments that some servers append to a document.
    private static let farthest = 2048
}
