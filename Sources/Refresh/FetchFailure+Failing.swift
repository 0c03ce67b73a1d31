import FoundationEssentials
import HTTP
import Library
import Pictures
import URLs

extension Failing {
    /// A feed's failure in words, with what is known of its site. Reddit limits its feeds, and is said to end them.
    func words(_ reason: String, at url: String) -> String {
        guard url.isOfReddit else { return reason }
        return switch self {
        case .tooMany: "\(reason): Reddit allows few, but one feed can have several subreddits, as in “r/one+two”"
        case .refused, .missing, .denied, .gone, .page, .noFeed: "\(reason): Reddit may not offer this feed any more"
        default: reason
        }
    }
}

extension String {
    fileprivate var isOfReddit: Bool {
        guard let host = WebURL(self)?.host else { return false }
        return host == "reddit.com" || host.hasSuffix(".reddit.com")
    }
}

/// What a failed transfer means for the feed, the page or the picture that it was for.
extension FetchFailure {
    /// The cause of the failure, for a feed.
    var failing: Failing {
        switch self {
        case .refused(status: 410, _, _): .gone
        case .refused(status: 429, _, _): .tooMany
        case .refused(status: 500..., _, _): .server
        case .refused(status: 404, _, _): .missing
        // No password would help there.
        case .refused(status: 403, let url, _) where url.isOfReddit: .refused
        case .refused(status: 401, _, _), .refused(status: 403, _, _): .denied
        case .untrusted: .untrusted
        case .noFile, .noAuthorities, .noCurl, .noRoom, .notWritten: .local
        case .badAddress, .tooManyRedirects, .forbiddenScheme, .ledInside, .forbiddenHost, .ledElsewhere, .notHTTP,
            .insecure, .tooLarge, .changed, .webPage, .headersTooLarge, .badCompression, .noDocument, .refused:
            .refused
        case .hostNotFound, .proxyNotFound, .connectionRefused, .unreachable, .proxyRefused, .timedOut, .cutOff,
            .unanswered, .tooMuchAtOnce, .cancelled, .other:
            .network
        }
    }

    var wordsForFeed: String {
        guard case .refused(_, let url, _) = self else { return description }
        return failing.words(description, at: url)
    }

    var wordsForPage: String {
        switch self {
        case .ledInside: "it leads into your own network"
        case .tooMuchAtOnce: "too many large pages at once, and this was the largest: lede will try again"
        default: description
        }
    }

    /// The server that is too busy, and until when its pages should wait; nil if none is.
    func busyHost(at now: Date) -> (host: FeedHost, until: Date)? {
        guard case .refused(let status, let url, let headers) = self, ServerWait.slowsHost(status),
            let host = FeedHost(of: url)
        else { return nil }
        return ServerWait(status: status, retryAfter: headers["retry-after"], date: headers["date"], at: now)
            .map { (host, $0.until) }
    }

    var wordsForPicture: String {
        switch self {
        case .ledInside: "it leads into your own network"
        case .tooMuchAtOnce: "too many large pictures at once, and this was the largest"
        case .tooLarge(PictureLimits.bytes): PictureFailure.tooLong.words
        case .tooLarge: "“cache-pictures small” doesn't keep it: it is too large"
        default: description
        }
    }

    /// Whether another try would hardly bring the picture.
    var saysNoPicture: Bool {
        switch self {
        case .refused(status: 404, _, _), .refused(status: 410, _, _), .tooLarge, .badAddress, .noDocument: true
        default: false
        }
    }

    /// Whether it depends on the settings rather than on the picture.
    var isOfSettings: Bool {
        switch self {
        case .forbiddenHost: true
        case .tooLarge(let limit): limit < PictureLimits.bytes
        default: false
        }
    }

    /// Whether the server answered.
    var isAnswer: Bool {
        switch self {
        case .refused, .noDocument: true
        default: false
        }
    }

    /// Whether the server may answer a plain request.
    var mayMeanPlainHTTP: Bool { self == .insecure || self == .connectionRefused }
}
