package import URLs

/// A request for a document, or for a change.
package struct Request: Equatable, Sendable {
    package var url: String
    package var method: Method
    /// Sent unless the method is `get`.
    package var body: RequestBody?
    /// The server's last validators, so that it needn't send an unchanged document again. A change has none.
    package var validators: Validators
    package var options: RequestOptions
    /// Where the document goes; nil for memory.
    package var file: DownloadFile?

    package init(
        _ url: String, method: Method = .get, body: RequestBody? = nil, validators: Validators = Validators(),
        options: RequestOptions = RequestOptions()
    ) {
        self.url = url
        self.method = method
        self.body = body
        self.validators = method.changes ? Validators() : validators
        self.options = options
    }
}

/// What a request asks the server to do.
package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"

    /// Whether the request may change something on the server.
    var changes: Bool { self != .get }
}

/// The bytes that a request carries, and their type.
package struct RequestBody: Equatable, Sendable {
    package var bytes: [UInt8]
    /// The media type, such as `application/json`.
    package var type: String

    package init(_ bytes: [UInt8], type: String) {
        self.bytes = bytes
        self.type = type
    }
}

/// The user's options for one feed.
package struct RequestOptions: Equatable, Sendable {
    /// Replaces the client's own name.
    package var userAgent: String?
    /// Additional headers, sent only to the requested host.
    package var headers: [Header]
    package var authentication: Authentication?
    package var proxy: Proxy
    /// A netrc file of names and passwords, used for the URL's host without `authentication`.
    package var netrcFile: String?
    /// A file of cookies in Netscape's format, which is only read.
    package var cookieFile: String?
    /// A file of certificate authorities (PEM) to trust instead of the system's.
    package var authorityFile: String?
    /// Whether the server must prove its identity. Otherwise anyone on the network path can read and change everything.
    package var verifiesServer: Bool
    /// The types of documents to prefer; nil for feeds.
    package var accepted: String?
    /// Whether even the first request must not reach the user's own network, as for a URL that a feed has named.
    package var staysOutside = false
    /// The hosts to which redirects may lead; nil for all.
    package var hosts: HostList?
    /// The limits; by default the client's.
    package var limits: Limits?

    package init(
        userAgent: String? = nil, headers: [Header] = [], authentication: Authentication? = nil,
        proxy: Proxy = .fromEnvironment, netrcFile: String? = nil, cookieFile: String? = nil,
        authorityFile: String? = nil, verifiesServer: Bool = true, limits: Limits? = nil
    ) {
        self.userAgent = userAgent
        self.headers = headers
        self.authentication = authentication
        self.proxy = proxy
        self.netrcFile = netrcFile
        self.cookieFile = cookieFile
        self.authorityFile = authorityFile
        self.verifiesServer = verifiesServer
        self.limits = limits
    }
}

/// The limits of a transfer in time and size.
package struct Limits: Equatable, Sendable {
    package var connect: Duration = .seconds(15)
    /// The longest time without any data.
    package var stall: Duration = .seconds(30)
    package var overall: Duration = .seconds(90)
    /// The largest document, in bytes after decompression.
    package var size = 32 * 1024 * 1024
    /// The most bytes before the document.
    package var headers = 256 * 1024
    package var redirects = 10

    package init() {}

    /// The same for a download, which takes its time, and to which trackers lead by many redirects.
    var ofDownload: Limits {
        var limits = self
        (limits.overall, limits.redirects) = (.seconds(365 * 86_400), 20)
        return limits
    }
}

/// How to authenticate.
package enum Authentication: Equatable, Sendable {
    case basic(Credentials)
    case digest(Credentials)
    /// Basic or digest, as the server asks, which costs another request.
    case any(Credentials)
    case bearer(String)
}

/// A name and its password.
package struct Credentials: Equatable, Sendable {
    package var name: String
    package var password: String

    package init(name: String, password: String) {
        self.name = name
        self.password = password
    }
}

/// How to reach servers.
package enum Proxy: Equatable, Sendable {
    /// As `http_proxy`, `https_proxy` and `all_proxy` say, except for hosts in `no_proxy`.
    case fromEnvironment
    case direct
    /// Through a proxy with a URL such as `http://…`, `https://…`, `socks5://…` (lede looks up names) or `socks5h://…`
    /// (the proxy looks up names), except for hosts in `no_proxy`.
    case server(String, Credentials? = nil)

    package var isServer: Bool { if case .server = self { true } else { false } }
}

/// A document's version, as the server names it.
package struct Validators: Equatable, Sendable {
    package var etag: String?
    package var lastModified: String?

    package init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    /// The headers of a conditional request; none without validators.
    package var headers: [Header] {
        [("If-None-Match", etag), ("If-Modified-Since", lastModified)].compactMap { name, value in
            guard let value, !value.allSatisfy(\.isWhitespace) else { return nil }
            return Header(name, value)
        }
    }
}

/// A header of a request.
package struct Header: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The header as curl takes it, ending in a semicolon if its value is empty. Nil if it isn't exactly one header;
    /// such a header isn't sent.
    package var line: String? {
        guard name.isToken, value.fitsHeader else { return nil }
        return value.allSatisfy(\.isWhitespace) ? "\(name);" : "\(name): \(value)"
    }
}

extension String {
    /// Whether this may be sent as a header's value. It may come from another server, through a redirect. Some programs
    /// end a line at a carriage return, and every server limits the length.
    var fitsHeader: Bool {
        utf8.count <= 8 << 10 && utf8.allSatisfy { ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7F }
    }

    /// Whether this may be a header's name (RFC 9110, 5.6.2).
    fileprivate var isToken: Bool {
        !isEmpty && utf8.count <= 256
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
