import Addresses
import HTTP

extension ServerFailure {
    /// What a failed transfer means. `isChange` says that it was to change something.
    init(_ failure: FetchFailure, isChange: Bool) {
        let reason = failure.description
        switch failure {
        case .refused(let status, _, let headers):
            self.init(status: status, retryAfter: headers["retry-after"], reason, isChange: isChange)
        case .cancelled: self = ServerFailure(.cancelled, "the sync was stopped", mayBeDone: isChange)
        case .timedOut(_, .connection), .hostNotFound, .proxyNotFound, .connectionRefused, .unreachable,
            .proxyRefused, .insecure, .untrusted, .noAuthorities, .noCurl:
            self.init(.offline, reason)
        case .timedOut, .unanswered, .cutOff, .tooMuchAtOnce, .other:
            self.init(.offline, reason, mayBeDone: isChange)
        case .ledInside(let url), .ledElsewhere(let url):
            // A server could repeat a password in the rest of the URL.
            let origin = WebURL(url)?.origin.map { "\($0.scheme)://\($0.hostAndPort)" } ?? "nowhere"
            self.init(.notUnderstood, "the server redirects to “\(origin)”: check the URL")
        case .badAddress: self.init(.notUnderstood, "the server redirects to something that isn't a URL")
        case .tooManyRedirects, .forbiddenScheme, .forbiddenHost, .noFile: self.init(.notUnderstood, reason)
        case .notHTTP, .tooLarge, .headersTooLarge, .badCompression, .noDocument:
            self.init(.notUnderstood, reason, mayBeDone: isChange)
        }
    }

    private init(status: Int, retryAfter: String?, _ reason: String, isChange: Bool) {
        // Servers write seconds; a date is as good as nothing said.
        let wait = retryAfter.flatMap { Int($0) }.map { Duration.seconds(min(max($0, 0), 24 * 3600)) }
        switch status {
        case 401, 403: self = .loginRefused
        case 404, 410: self.init(.gone, reason)
        case 429: self.init(.toldToWait(wait), reason)
        case 503 where wait != nil: self.init(.toldToWait(wait), reason, mayBeDone: isChange)
        // A gateway answers so when the server behind it takes too long.
        case 500...599: self.init(.busy, reason, mayBeDone: isChange)
        case 400..<500: self.init(.rejected, reason)
        default: self.init(.notUnderstood, reason, mayBeDone: isChange)
        }
    }
}
