/// Why a document could not be had.
package enum FetchFailure: Error, Equatable {
    case badAddress(String)
    case hostNotFound
    case connectionFailed
    case timedOut
    case tooManyRedirects
    case forbiddenScheme
    case notHTTP
    case untrusted(String)
    case tooLarge(limit: Int)
    case cutOff
    case refused(status: Int)
    case noFile(String)
    case noCurl(String)
    case cancelled
    case other(String)
}

extension FetchFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .badAddress(let url): "“\(url)” is no address that can be fetched"
        case .hostNotFound: "the host was not found: check the address and the connection"
        case .connectionFailed: "the server can't be reached: it refuses connections, or there is no way to it"
        case .timedOut: "the server took too long to answer"
        case .tooManyRedirects: "the server sends from one address to the next without end"
        case .forbiddenScheme: "the server sends to an address that is not on the web"
        case .notHTTP: "the server speaks something other than HTTP"
        case .untrusted(let reason): "the server's certificate can't be trusted: \(reason)"
        case .tooLarge(let limit): "the document is larger than \(limit / 1024 / 1024) MB"
        case .cutOff: "the connection broke off in the middle of the document"
        case .refused(let status): "the server answered \(status)\(Self.meaning(of: status))"
        case .noFile(let reason): "the file can't be read: \(reason)"
        case .noCurl(let reason): "libcurl, with which feeds are fetched, can't be loaded: \(reason)"
        case .cancelled: "the refresh was stopped"
        case .other(let reason): reason
        }
    }

    private static func meaning(of status: Int) -> String {
        switch status {
        case 401: " (a name and a password are wanted)"
        case 403: " (access is forbidden)"
        case 404: " (there is nothing at this address)"
        case 410: " (the feed is gone for good)"
        case 429: " (too many requests)"
        case 500...599: " (the server is in trouble)"
        default: ""
        }
    }
}
