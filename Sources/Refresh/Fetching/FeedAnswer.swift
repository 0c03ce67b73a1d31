import Addresses
import FeedParser
import FoundationEssentials
import HTTP
import Library

/// What came when a feed was asked for.
struct FeedAnswer: Sendable {
    enum Content: Sendable {
        /// What it hashes to goes with it where it was made of other bytes, which the next time are compared.
        case document([UInt8], contentType: String?, url: String, Validators, hash: Int64? = nil)
        case notModified(Validators)
        /// A document came, and it is the one that came the last time.
        case sentAgain(Validators)
        /// Why there is nothing, in words for the person.
        case failed(String, Failing)
        case cancelled
    }

    var content: Content
    private var figures: TransferFigures?
    /// The address that permanent redirects led to.
    private var permanentURL: String?
    private var isLaidOpen = false
    private var headers = Headers()
    /// What the document is charged to, where it was charged as it came.
    private(set) var charge: MemoryCharge?
    /// The server that gave nothing, which is another than the feed's own where that has sent us there.
    private var refusingHost: FeedHost?

    init(_ content: Content) {
        self.content = content
    }

    init(_ result: Result<Response, FetchFailure>) {
        switch result {
        case .success(let response):
            content = Content(response)
            figures = TransferFigures(response)
            permanentURL = response.permanentURL
            isLaidOpen = response.isLaidOpen
            headers = response.headers
            charge = response.charge
        case .failure(.cancelled): content = .cancelled
        case .failure(let failure):
            content = .failed(failure.description, failure.failing)
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
            content = .document(body, contentType: nil, url: url, Validators())
            figures = TransferFigures(size: body.count)
        } catch {
            content = .failed(error.description, error.failing)
        }
    }

    /// The bytes of the document.
    var size: Int { if case .document(let body, _, _, _, _) = content { body.count } else { 0 } }

    /// What the library is told of it, nothing where the person stopped the refresh. This parses the document.
    ///
    /// `askedWith` is the fingerprint of the options that it was asked for with.
    func fetched(
        for feed: Feed, _ details: FeedDetails, at now: Date, by schedule: Schedule = Schedule(),
        askedWith: Int64? = nil
    ) -> Fetched? {
        var fetched: Fetched
        switch content {
        case .document(let body, let contentType, let url, let validators, let origin):
            let hash = origin ?? Fetched.bodyHash(body, contentType: contentType, url: url)
            let answer =
                hash == details.bodyHash ? .sentAgain : Self.parse(body, contentType, url, hash)
            fetched = Fetched(answer, for: feed, validators, at: now)
        case .notModified(let validators): fetched = Fetched(.unchanged, for: feed, validators, at: now)
        case .sentAgain(let validators): fetched = Fetched(.sentAgain, for: feed, validators, at: now)
        case .failed(let reason, let failing):
            // A command may have told of the address that it asked for.
            fetched = Fetched(.failed(reason.withoutCredentials, failing), for: feed.id, at: now)
        case .cancelled: return nil
        }
        fetched.transfer = figures
        fetched.permanentURL = permanentURL
        fetched.isLaidOpen = isLaidOpen
        fetched.askedWith = askedWith
        plan(&fetched, for: feed, details, by: schedule)
        return fetched
    }

    private static func parse(_ body: [UInt8], _ contentType: String?, _ url: String, _ hash: Int64) -> Fetched.Answer {
        do throws(ParseFailure) {
            return .document(try FeedParser.parse(body, contentType: contentType, baseURL: url), bodyHash: hash)
        } catch {
            return .failed(error.description, error.failing)
        }
    }

    /// Says when the feed is to be asked again.
    private func plan(_ fetched: inout Fetched, for feed: Feed, _ details: FeedDetails, by schedule: Schedule) {
        let now = fetched.date
        switch fetched.answer {
        case .failed(_, let failing):
            if let status = figures?.status {
                fetched.wait = ServerWait(
                    status: status, retryAfter: headers["retry-after"], date: headers["date"], at: now)
                fetched.wasToldToWait = fetched.wait != nil && (status == 429 || headers["retry-after"] != nil)
                // Whoever makes a feed redirect may not silence the feeds of another's host.
                let isOwn = refusingHost == FeedHost(of: feed.url)
                fetched.waitingHost = isOwn && ServerWait.slowsHost(status) ? refusingHost : nil
            }
            fetched.due = schedule.due(
                after: now, failing, count: feed.fetching.errorCount &+ 1, wait: fetched.wait,
                chance: .random(in: 0..<1))
        case .document(let document, _):
            fetched.rhythm = Rhythm(of: document, at: now)
            fetched.announcedURL = document.newAddress.flatMap { $0 == feed.url ? nil : $0 }
            fetched.due = schedule.due(after: now, freshFor: freshness(now), document.schedule, fetched.rhythm)
        case .unchanged, .sentAgain:
            fetched.due = schedule.due(after: now, freshFor: freshness(now), details.hints, details.rhythm)
        }
    }

    private func freshness(_ now: Date) -> Double? { Freshness(at: now) { headers[list: $0] }.seconds }
}

extension FeedAnswer.Content {
    fileprivate init(_ response: Response) {
        if response.isNotModified {
            self = .notModified(response.validators)
        } else if response.mayBeCut, !DocumentEnd(of: response.body).isThere {
            self = .failed(FetchFailure.cutOff.description, .network)
        } else {
            self = .document(response.body, contentType: response.contentType, url: response.url, response.validators)
        }
    }
}

extension Fetched {
    fileprivate init(_ answer: Answer, for feed: Feed, _ validators: Validators, at now: Date) {
        self.init(answer, for: feed.id, etag: validators.etag, lastModified: validators.lastModified, at: now)
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

extension FetchFailure {
    /// Who or what is to blame.
    fileprivate var failing: Failing {
        switch self {
        case .refused(status: 410, _, _): .gone
        case .refused(status: 429, _, _): .tooMany
        case .refused(status: 500..., _, _): .server
        case .refused(status: 404, _, _): .missing
        case .refused(status: 401, _, _), .refused(status: 403, _, _): .denied
        case .untrusted: .untrusted
        case .noFile, .noAuthorities, .noCurl: .local
        case .badAddress, .tooManyRedirects, .forbiddenScheme, .ledInside, .notHTTP, .insecure, .tooLarge,
            .headersTooLarge,
            .badCompression, .noDocument, .refused:
            .refused
        case .hostNotFound, .proxyNotFound, .connectionRefused, .unreachable, .proxyRefused, .timedOut, .cutOff,
            .unanswered, .tooMuchAtOnce, .cancelled, .other:
            .network
        }
    }
}

extension ParseFailure {
    fileprivate var failing: Failing {
        switch self {
        case .notAFeed(_, let feeds): feeds.isEmpty ? .noFeed : .page
        case .noLibrary: .local
        case .empty, .brokenXML, .brokenJSON, .tooLarge, .unknownEncoding: .document
        }
    }
}
