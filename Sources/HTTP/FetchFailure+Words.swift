extension FetchFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .badAddress(let url): "“\(url)” is no address that can be fetched"
        case .hostNotFound: "the host was not found: check the address and the connection"
        case .proxyNotFound: "the proxy was not found: check its address and the connection"
        case .connectionRefused: "the server refuses connections"
        case .unreachable: "there is no way to the server: check the connection"
        case .proxyRefused(let status):
            "the proxy refuses\(status.map { ": it answered \($0)\(Self.meaning(of: $0))" } ?? "")"
        case .timedOut(let time, let phase): "timed out after \(time.inWords): \(phase.words)"
        case .tooManyRedirects: "the server sends from one address to the next without end"
        case .forbiddenScheme: "the server sends to an address that is not on the web"
        case .ledInside(let url):
            """
            the server redirects to “\(url)” on your own network: put this address into the urls file if you trust it
            """
        case .notHTTP: "the server speaks something other than HTTP"
        case .insecure: "no secure connection came about: the server may speak only http"
        case .untrusted(let distrust): "the server can't be trusted: \(distrust.words)"
        case .tooLarge(let limit): "the document is larger than \(limit.inWords)"
        case .tooMuchAtOnce: "too many large feeds came at once, and this was the largest: lede tries it again"
        case .headersTooLarge: "the server sends headers without end"
        case .badCompression: "the document is not compressed as the server says"
        case .unanswered(let isPlain):
            "the server closed the connection without an answer\(isPlain ? ": it may speak only https" : "")"
        case .cutOff: "the connection broke off in the middle of the document"
        case .noDocument(206): "the server answered 206 and sent a part of the document"
        case .noDocument(let status): "the server answered \(status) and sent no document"
        case .refused(let status, _, _): "the server answered \(status)\(Self.meaning(of: status))"
        case .noFile(let reason): "the file can't be read: \(reason)"
        case .noAuthorities(let path): "the certificates in “\(path)” can't be read"
        case .noCurl(let reason): "libcurl, with which feeds are fetched, can't be loaded: \(reason)"
        case .cancelled: "the refresh was stopped"
        case .other(let reason): reason
        }
    }

    private static func meaning(of status: Int) -> String {
        switch status {
        case 401, 407: " (a name and a password are wanted)"
        case 403: " (access is forbidden)"
        case 404: " (there is nothing at this address)"
        case 410: " (the feed is gone for good)"
        case 429: " (too many requests)"
        case 500...599: " (the server is in trouble)"
        default: ""
        }
    }
}

extension FetchFailure.Phase {
    fileprivate var words: String {
        switch self {
        case .connection: "the server can't be reached"
        case .answer: "the server has not answered"
        case .document: "the server stopped in the middle of the document"
        case .end: "the document takes too long to come"
        }
    }
}

extension Distrust {
    fileprivate var words: String {
        switch self {
        case .expired: "its certificate has expired"
        case .notYetValid: "its certificate is not valid yet (is the clock right?)"
        case .selfSigned: "it has signed its certificate itself"
        case .unknownAuthority: "nobody knows who has signed its certificate"
        case .wrongHost: "its certificate is for another host"
        case .revoked: "its certificate has been revoked"
        case .other(let reason): reason
        }
    }
}

extension Duration {
    fileprivate var inWords: String {
        milliseconds < 1000 ? "\(milliseconds) ms" : "\(milliseconds / 1000) s"
    }
}

extension Int {
    /// A size in bytes.
    fileprivate var inWords: String { self < 1 << 20 ? "\(self / 1024) KB" : "\(self >> 20) MB" }
}
