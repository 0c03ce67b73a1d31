package import Configuration
import Dispatch
package import HTTP
import System
import URLs

/// Finds out which feed server is at a URL, without logging in. It sends no secrets.
package struct ServerSearch: Sendable {
    /// The reason why no server was found.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    private let client = Client(userAgent: "lede")
    private let options: RequestOptions

    /// `options` say how to reach the server.
    package init(_ options: RequestOptions) {
        var options = options
        (options.authentication, options.netrcFile, options.cookieFile) = (nil, nil, nil)
        self.options = options
    }

    /// Looks for a server at the URL of its site or of its interface, of one kind if that is given. Waits for the
    /// network, so never call it on the main queue.
    package func look(at typed: Address, for kind: AccountLine.Kind? = nil) throws(Failure) -> FoundServer {
        guard let url = WebURL(typed.url)?.withoutCredentials, let host = url.host else {
            throw Failure(description: "“\(typed.shown)” isn't the URL of a server")
        }
        if let service = FoundServer(service: url) { return service }
        let foreign = Self.unsupported.first { host == $0.domain || host.hasSuffix("." + $0.domain) }
        if let foreign {
            throw Failure(description: "lede can't sync with \(foreign.name): it doesn't speak its protocol")
        }
        let places = try places(of: url)
        for candidate in Self.order where kind == nil || kind == candidate {
            for place in places {
                if let found = try server(candidate, at: place) { return found }
            }
        }
        // The login will tell.
        if let kind { return FoundServer(kind, at: typed.url) }
        throw Failure(
            description:
                "no feed server found at “\(typed.shown)”: name its protocol with --kind, and the URL of its API")
    }

    /// The best protocol first, because some servers speak several: Miniflux, for one, has the Google Reader API, too.
    private static let order: [AccountLine.Kind] = [.miniflux, .greader, .nextcloud, .ttrss, .fever]

    private static let unsupported = [
        (domain: "newsblur.com", name: "NewsBlur"), (domain: "feedbin.com", name: "Feedbin"),
        (domain: "feedly.com", name: "Feedly")
    ]

    /// The URLs below which a server's interface may be: the site's, after its redirects, and those of the folders
    /// above.
    private func places(of url: WebURL) throws(Failure) -> [String] {
        var site = url
        switch ask(url.href) {
        case .success(let response): site = WebURL(response.url)?.withoutCredentials ?? url
        case .failure(.refused(_, let place, _)): site = WebURL(place)?.withoutCredentials ?? url
        case .failure(let failure) where failure.isAnswer: break
        case .failure(let failure):
            throw Failure(description: "can't reach “\(url.href.shownAddress)”: \(failure)")
        }
        var places: [String] = []
        for url in [url, site] {
            var segments = url.path.split(separator: "/")
            let deepest = 4
            if let script = segments.firstIndex(where: { $0.hasSuffix(".php") }) {
                segments.removeSubrange((segments[script] == "greader.php" ? script + 1 : script)...)
            }
            for count in (max(0, segments.count - deepest)...segments.count).reversed() {
                let place = ([String(url.beginning)] + segments.prefix(count).map(String.init)).joined(separator: "/")
                if !places.contains(place) { places.append(place) }
            }
        }
        return places
    }

    private func server(_ kind: AccountLine.Kind, at place: String) throws(Failure) -> FoundServer? {
        switch kind {
        case .greader: try freshRSS(at: place) ?? (speaksGoogleReader(place) ? FoundServer(.greader, at: place) : nil)
        case .miniflux: isMiniflux(place) ? FoundServer(.miniflux, at: place) : nil
        case .nextcloud: nextcloud(at: place)
        case .ttrss: isTinyTinyRSS(place) ? FoundServer(.ttrss, at: place) : nil
        case .fever: fever(at: place)
        }
    }

    private func freshRSS(at place: String) throws(Failure) -> FoundServer? {
        let url = place.hasSuffix("/greader.php") ? place : place + "/api/greader.php"
        switch ask(url + "/reader/api/0/token") {
        case .failure(.refused(status: 503, _, _)):
            // A server that is down as a whole answers so everywhere.
            if case .failure(.refused(status: 503, _, _)) = ask(place + "/") { return nil }
            throw Failure(
                description: "FreshRSS's API is off at “\(url.shownAddress)”: switch on “Allow API access” in its "
                    + "settings, under “Authentication”")
        case .failure(let failure) where failure.asksForToken && !asksForToken(place + "/no-such-page.php"):
            return FoundServer(.greader, at: url, called: "FreshRSS")
        default: return nil
        }
    }

    /// Some sites refuse everything, so the server must know other pages, or say that it doesn't.
    private func speaksGoogleReader(_ place: String) -> Bool {
        asksForToken(place + "/reader/api/0/token") && !asksForToken(place + "/no-such-page")
    }

    private func asksForToken(_ url: String) -> Bool {
        if case .failure(let failure) = ask(url) { failure.asksForToken } else { false }
    }

    /// Miniflux answers the request for its own interface with JSON.
    private func isMiniflux(_ place: String) -> Bool {
        guard case .failure(.refused(status: 401, _, let headers)) = ask(place + "/v1/me") else { return false }
        return headers["content-type"]?.hasPrefix("application/json") == true
    }

    private func nextcloud(at place: String) -> FoundServer? {
        guard case .success(let response) = ask(place + "/status.php"), response.isFromOrigin,
            let status = response.words, status.contains("\"installed\":true"), status.contains("\"productname\"")
        else { return nil }
        let version = status.value(of: "versionstring").map { " \($0)" } ?? ""
        return FoundServer(.nextcloud, at: place, called: (status.value(of: "productname") ?? "Nextcloud") + version)
    }

    private func isTinyTinyRSS(_ place: String) -> Bool {
        let url = place + (place.hasSuffix("/api") ? "/" : "/api/")
        let question = RequestBody(Array(#"{"op":"isLoggedIn"}"#.utf8), type: "application/json")
        guard case .success(let response) = ask(url, question), let words = response.words else { return false }
        return words.contains("\"seq\":") && words.contains("\"content\":")
    }

    private func fever(at place: String) -> FoundServer? {
        let urls = place.hasSuffix("/fever") ? [place + "/"] : [place + "/fever/", place + "/"]
        let form = RequestBody(Array("api_key=".utf8), type: "application/x-www-form-urlencoded")
        for url in urls {
            guard case .success(let response) = ask(url + "?api", form), let words = response.words,
                words.contains("\"api_version\":")
            else { continue }
            return FoundServer(.fever, at: url)
        }
        return nil
    }

    private func ask(_ url: String, _ body: RequestBody? = nil) -> Result<Response, FetchFailure> {
        dispatchPrecondition(condition: .notOnQueue(.main))
        let request = Request(url, method: body == nil ? .get : .post, body: body, options: options)
        return awaited { finish in client.fetch(request, as: TransferID()) { finish($0) } } ?? .failure(.cancelled)
    }
}

extension FetchFailure {
    /// Whether a server answered at all.
    fileprivate var isAnswer: Bool {
        switch self {
        case .refused, .noDocument, .tooLarge, .ledElsewhere, .forbiddenScheme, .tooManyRedirects: true
        default: false
        }
    }

    /// Whether the server wants a token of the Google Reader API, and not a login for all its pages.
    fileprivate var asksForToken: Bool {
        guard case .refused(let status, _, let headers) = self, status == 401 || status == 403 else { return false }
        return headers["www-authenticate"] == nil
    }
}

extension Response {
    /// A short document of one object in JSON, without spaces; nil for other documents.
    fileprivate var words: String? {
        guard body.count <= 64 << 10, body.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return nil }
        return String(decoding: body.filter { $0 > 0x20 }, as: UTF8.self)
    }
}

extension String {
    /// The text of a member of an object in JSON, if it is plain.
    fileprivate func value(of member: String) -> String? {
        guard let start = firstRange(of: "\"\(member)\":\"")?.upperBound else { return nil }
        let value = self[start...].prefix { $0 != "\"" && $0 != "\\" }
        return value.isEmpty || value.count > 40 ? nil : String(value)
    }
}

/// A feed server that answers at a URL, before anybody has logged in.
package struct FoundServer: Equatable, Sendable {
    package let kind: AccountLine.Kind
    /// The URL of its interface.
    package let url: String
    /// What it calls itself, or its protocol.
    package let name: String

    package init(_ kind: AccountLine.Kind, at url: String, called name: String? = nil) {
        (self.kind, self.url) = (kind, url)
        self.name = name ?? Self.name(of: kind)
    }

    private static func name(of kind: AccountLine.Kind) -> String {
        switch kind {
        case .greader: "a server with the Google Reader API"
        case .miniflux: "Miniflux"
        case .fever: "a server with the Fever API"
        case .nextcloud: "Nextcloud"
        case .ttrss: "Tiny Tiny RSS"
        }
    }

    /// What the user should check if the server refuses the password.
    package var adviceAboutPassword: String? {
        switch kind {
        case .greader where name == "FreshRSS": "use the API password of your FreshRSS profile, not that of its pages"
        case .greader, .miniflux: nil
        case .fever: "some servers have a separate password for Fever"
        case .nextcloud: "with a second factor, use an app password of Nextcloud"
        case .ttrss: "switch on “Enable API” in the preferences of Tiny Tiny RSS"
        }
    }
}

extension FoundServer {
    /// The service at a known host, which needs no search; nil for all other hosts.
    init?(service url: WebURL) {
        guard let host = url.host else { return nil }
        let service = Self.services.first { host == $0.domain || host.hasSuffix("." + $0.domain) }
        guard let service else { return nil }
        self.init(.greader, at: service.url, called: service.name)
    }

    private static let services = [
        (domain: "bazqux.com", url: "https://bazqux.com", name: "BazQux Reader"),
        (domain: "theoldreader.com", url: "https://theoldreader.com", name: "The Old Reader"),
        (domain: "inoreader.com", url: "https://www.inoreader.com", name: "Inoreader")
    ]
}
