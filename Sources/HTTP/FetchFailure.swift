import Addresses

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
