import Addresses

/// Why a document could not be had.
package enum FetchFailure: Error, Equatable {
    case badAddress(String)
    case hostNotFound
    case proxyNotFound
    case connectionRefused
    case unreachable
    /// The proxy did not let us through: its status where it gave one.
    case proxyRefused(status: Int?)
    case timedOut(after: Duration, Phase)
    case tooManyRedirects
    case forbiddenScheme
    /// From the public network to an address of this machine or of a network of the user's own.
    case ledInside(String)
    case notHTTP
    case insecure
    case untrusted(Distrust)
    case tooLarge(limit: Int)
    /// Too many large documents came at once, and this was the largest.
    case tooMuchAtOnce
    case headersTooLarge
    case badCompression
    case cutOff
    /// The connection was closed before anything was answered, on a way that is not secure or on one that is.
    case unanswered(isPlain: Bool)
    /// An answer that went well and brings no document, though one was asked for.
    case noDocument(status: Int)
    /// By the server of this address, which redirects may have led to.
    case refused(status: Int, by: String, headers: Headers = Headers())
    case noFile(String)
    /// The file of authorities can't be read.
    case noAuthorities(String)
    case noCurl(String)
    case cancelled
    case other(String)

    /// An address that can't be fetched, as it may be shown.
    static func badAddress(of url: String) -> FetchFailure { .badAddress(String(url.shownAddress.prefix(200))) }

    /// What a transfer was waiting for.
    package enum Phase: Equatable, Sendable {
        case connection, answer, document
        /// For the end of it all, however much had come.
        case end
    }
}

/// What is wrong with a server's certificate.
package enum Distrust: Equatable, Sendable {
    case expired
    case notYetValid
    case selfSigned
    case unknownAuthority
    case wrongHost
    case revoked
    case other(String)
}
