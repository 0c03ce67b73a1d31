import CCurl
import Glibc
import URLs

/// The reason why a document could not be fetched.
package enum FetchFailure: Error, Equatable {
    case badAddress(String)
    case hostNotFound
    case proxyNotFound
    case connectionRefused
    case unreachable
    /// The proxy refused the request, with this status if it sent one.
    case proxyRefused(status: Int?)
    case timedOut(after: Duration, Phase)
    case tooManyRedirects
    case forbiddenScheme
    /// A redirect from the public network to this machine or to one of the user's own networks.
    case ledInside(String)
    /// A redirect to a host that the options don't allow.
    case forbiddenHost(String)
    /// A redirect of a change to this URL, which would need another method or is of another origin.
    case ledElsewhere(String)
    case notHTTP
    case insecure
    case untrusted(Distrust)
    case tooLarge(limit: Int)
    /// Too many large documents came at once, and this was the largest.
    case tooMuchAtOnce
    case headersTooLarge
    case badCompression
    case cutOff
    /// The connection was closed before any answer, whether it was plain or secure.
    case unanswered(isPlain: Bool)
    /// A successful answer without the requested document.
    case noDocument(status: Int)
    /// The server at this URL refused, possibly after redirects.
    case refused(status: Int, by: String, headers: Headers = Headers())
    /// The rest of a file can't be had, as the server has another version by now, or sends no parts: begin again.
    case changed
    /// A web page came instead of a file.
    case webPage
    /// The disk hasn't the room that a file needs, in bytes.
    case noRoom(needed: Int, free: Int)
    case notWritten(String)
    case noFile(String)
    /// The file of certificate authorities can't be read.
    case noAuthorities(String)
    case noCurl(String)
    case cancelled
    case other(String)

    /// The failure for a URL that can't be fetched, without its password.
    static func badAddress(of url: String) -> FetchFailure { .badAddress(String(url.shownAddress.prefix(200))) }

    /// The phase that a transfer was in.
    package enum Phase: Equatable, Sendable {
        case connection, answer, document
        /// The whole transfer, however much had come.
        case end
    }
}

/// The fault of a server's certificate.
package enum Distrust: Equatable, Sendable {
    case expired
    case notYetValid
    case selfSigned
    case unknownAuthority
    case wrongHost
    case revoked
    case other(String)
}

extension FetchFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .badAddress(let url): "“\(url)” isn't a URL that lede can fetch"
        case .hostNotFound: "host not found: check the URL and your connection"
        case .proxyNotFound: "proxy not found: check its URL and your connection"
        case .connectionRefused: "the server refused the connection"
        case .unreachable: "no route to the server: check your connection"
        case .proxyRefused(let status):
            "the proxy refused the request\(status.map { ": it answered \($0)\(Self.meaning(of: $0))" } ?? "")"
        case .timedOut(let time, let phase): "timed out after \(time.inWords): \(phase.words)"
        case .tooManyRedirects: "too many redirects"
        case .forbiddenScheme: "the server redirects to a URL that isn't on the web"
        case .ledInside(let url):
            """
            the server redirects to “\(url)” on your own network: put this URL into the urls file if you trust it
            """
        case .forbiddenHost(let host): "the server redirects to “\(host)”, which isn't allowed"
        case .ledElsewhere(let url): "the server redirects to “\(url)”, where lede sends no changes"
        case .notHTTP: "the server doesn't speak HTTP"
        case .insecure: "no secure connection: the server may support only http"
        case .untrusted(let distrust): "lede doesn't trust the server: \(distrust.words)"
        case .tooLarge(let limit): "the document is larger than \(limit.inWords)"
        case .tooMuchAtOnce: "too many large feeds at once, and this was the largest: lede will try again"
        case .headersTooLarge: "the server sent too many headers"
        case .badCompression: "the document's compression is invalid"
        case .unanswered(let isPlain):
            "the server closed the connection without an answer\(isPlain ? ": it may support only https" : "")"
        case .cutOff: "the connection broke in the middle of the document"
        case .noDocument(206): "the server answered 206 with only part of the document"
        case .noDocument(let status): "the server answered \(status) without a document"
        case .refused(let status, _, _): "the server answered \(status)\(Self.meaning(of: status))"
        case .changed: "the file on the server has changed"
        case .webPage: "the server sent a web page instead of the file"
        case .noRoom(let needed, let free):
            "too little room on the disk: it needs \(needed.inWords), and \(free.inWords) are free"
        case .notWritten(let reason): "can't write the file: \(reason)"
        case .noFile(let reason): "can't read the file: \(reason)"
        case .noAuthorities(let path): "can't read the certificates in “\(path)”"
        case .noCurl(let reason): "can't load libcurl, which fetches feeds: \(reason)"
        case .cancelled: "the refresh was stopped"
        case .other(let reason): reason
        }
    }

    private static func meaning(of status: Int) -> String {
        switch status {
        case 401, 407: " (login required)"
        case 403: " (forbidden)"
        case 404: " (not found)"
        case 410: " (gone for good)"
        case 429: " (too many requests)"
        case 500...599: " (server error)"
        default: ""
        }
    }
}

extension FetchFailure.Phase {
    fileprivate var words: String {
        switch self {
        case .connection: "no connection to the server"
        case .answer: "no answer from the server"
        case .document: "the server stopped in the middle of the document"
        case .end: "the document arrives too slowly"
        }
    }
}

extension Distrust {
    fileprivate var words: String {
        switch self {
        case .expired: "its certificate has expired"
        case .notYetValid: "its certificate isn't valid yet: check your clock"
        case .selfSigned: "its certificate is self-signed"
        case .unknownAuthority: "its certificate is from an unknown authority"
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

extension Transfer {
    /// The failure behind curl's code; nil after success, or if lede itself ended the transfer.
    func failure(_ code: CURLcode) -> FetchFailure? {
        if code != CURLE_OK, border.wasDefended { return .ledInside(route.url.shownAddress) }
        if code != CURLE_OK, isRepetition { return unanswered }
        if code != CURLE_OK, proxyStatus >= 300 { return .proxyRefused(status: proxyStatus) }
        return switch code {
        case CURLE_OK: nil
        case CURLE_WRITE_ERROR where answer.isLeft: nil
        case CURLE_WRITE_ERROR where answer.excess != nil: answer.excess
        case CURLE_URL_MALFORMAT: .badAddress(of: route.url)
        case CURLE_UNSUPPORTED_PROTOCOL: route.isOnTheWeb ? .notHTTP : .forbiddenScheme
        case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2: .notHTTP
        case CURLE_COULDNT_RESOLVE_HOST: .hostNotFound
        case CURLE_COULDNT_RESOLVE_PROXY: .proxyNotFound
        case CURLE_OPERATION_TIMEDOUT: .timedOut(after: limits.connect, .connection)
        case CURLE_PROXY: .proxyRefused(status: nil)
        case CURLE_COULDNT_CONNECT where request.options.proxy.isServer: .proxyRefused(status: nil)
        case CURLE_COULDNT_CONNECT: handle.figure(CURLINFO_OS_ERRNO) == ECONNREFUSED ? .connectionRefused : .unreachable
        case CURLE_GOT_NOTHING: unanswered
        case CURLE_RECV_ERROR where !answer.hasHead, CURLE_SEND_ERROR where !answer.hasHead: unanswered
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2_STREAM: .cutOff
        case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR: .badCompression
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED: .insecure
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            .untrusted(Distrust(handle.figure(CURLINFO_SSL_VERIFYRESULT)))
        case CURLE_SSL_CACERT_BADFILE: .noAuthorities(request.options.authorityFile ?? "")
        // This is curl's code for a line that is too long.
        case CURLE_OUT_OF_MEMORY where !answer.hasHead: .headersTooLarge
        case CURLE_OUT_OF_MEMORY: .other("out of memory")
        default: .other("the transfer failed: \(handle.curl.words(for: code))")
        }
    }

    private var unanswered: FetchFailure { .unanswered(isPlain: !route.isSecure) }

    /// The proxy's answer to the request for a tunnel to the server; 0 without such a request.
    private var proxyStatus: Int { handle.figure(CURLINFO_HTTP_CONNECTCODE) }
}

extension Distrust {
    /// From OpenSSL's X509_V_ERR codes (openssl/x509_vfy.h), which don't change.
    fileprivate init(_ code: Int) {
        switch code {
        // The certificate itself is fine so far, so the host name doesn't match.
        case 0, 1, 62: self = .wrongHost
        case 2, 19, 20, 21, 27: self = .unknownAuthority
        case 9: self = .notYetValid
        case 10: self = .expired
        case 18: self = .selfSigned
        case 23: self = .revoked
        default: self = .other("its certificate is invalid (OpenSSL error \(code))")
        }
    }
}
