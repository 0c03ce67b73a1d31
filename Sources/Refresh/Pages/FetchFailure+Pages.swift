import FoundationEssentials
import HTTP
import Library

extension Response {
    /// Whether its headers ask for no copies.
    var forbidsCopies: Bool { headers[list: "x-robots-tag"]?.lowercased().contains("noarchive") == true }
}

extension FetchFailure {
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
}
