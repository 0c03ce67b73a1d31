import System
import URLs

/// A site, or many on similar hosts, whose pages tell their feeds' URLs.
///
/// To add a site or a kind of page, add lines to `KnownSites.txt`.
struct Site: Sendable {
    private let hosts: [HostPattern]
    /// First parts of paths that belong to the site, where others are users' names.
    private var reserved: Set<String> = []
    private var routes: [SiteRoute] = []

    /// Returns the feeds of a page; nil if the URL isn't on this site, none if the page has no known feeds.
    func feeds(at address: SiteAddress) -> [DiscoveredFeed]? {
        for host in hosts {
            guard let names = host.match(address.host) else { continue }
            if let first = address.segments.first, reserved.contains(first) { return [] }
            return routes.lazy.compactMap { $0.feeds(at: address, names: names) }.first ?? []
        }
        return nil
    }

    /// The known sites, those on any host last.
    static let all: [Site] = {
        var sites: [Site] = []
        for line in String(decoding: PackageResources.KnownSites_txt, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ").map { String($0) }
            let last = sites.count - 1
            switch words[0] {
            case "site": sites.append(Site(hosts: words.dropFirst().map(HostPattern.init)))
            case "reserved": sites[last].reserved.formUnion(words.dropFirst())
            case "page": sites[last].routes.append(SiteRoute(page: PathPattern(words[1])))
            case "feed":
                let title = words.dropFirst(2).joined(separator: " ")
                sites[last].routes[sites[last].routes.count - 1].feeds.append((url: words[1], title: title))
            default: break
            }
        }
        return sites
    }()
}

/// A web URL, split into the parts that sites give meaning to.
struct SiteAddress {
    /// In lower case, without a leading "www." or "m.".
    let host: String
    /// The parts of the path, percent-encoded.
    let segments: [String]
    let query: [String: String]
    /// Scheme, host and port.
    let origin: String

    /// Nil if the text isn't a web URL.
    init?(_ text: String) {
        guard text.utf8.count <= FeedLimits.baseURL, let url = WebURL(link: text, base: nil),
            let origin = url.origin
        else { return nil }
        self.origin = "\(origin.scheme)://\(origin.hostAndPort)"
        host = Self.bare(origin.host)
        segments = url.path.split(separator: "/").map(String.init)
        query = Self.items(of: String(url.query ?? ""))
    }

    private static func bare(_ host: String) -> String {
        for prefix in ["www.", "m."] where host.hasPrefix(prefix) && host.dropFirst(prefix.count).contains(".") {
            return String(host.dropFirst(prefix.count))
        }
        return host
    }

    private static func items(of query: String) -> [String: String] {
        var items: [String: String] = [:]
        for item in query.split(separator: "&") {
            let halves = item.split(separator: "=", maxSplits: 1)
            if halves.count == 2 { items[String(halves[0])] = String(halves[1]) }
        }
        return items
    }
}

/// A pattern for hosts: only "github.com", "{blog}.substack.com" with any first part, "gitlab.*" with any end.
private struct HostPattern: Sendable {
    private let labels: [Substring]

    init(_ pattern: String) {
        labels = pattern.split(separator: ".").map { Substring($0) }
    }

    /// Returns the parts that matched the pattern's names; nil if the host doesn't match.
    func match(_ host: String) -> [String: String]? {
        var parts = host.split(separator: ".")[...]
        var names: [String: String] = [:]
        for label in labels {
            // The end may have several labels: "blogspot.co.uk".
            if label == "*" { return parts.isEmpty ? nil : names }
            guard let part = parts.popFirst() else { return nil }
            if label.hasPrefix("{") {
                names[String(label.dropFirst().dropLast())] = String(part)
            } else if label != part {
                return nil
            }
        }
        return parts.isEmpty ? names : nil
    }
}

/// A pattern for paths, such as "/{owner}/{repo}/releases/*" or "/playlist?list={id}".
///
/// `{name}` matches a part of the path, or the variable rest of a part ("@{user}"); `{#name}` matches a number;
/// `{name*}` matches one or more parts, up to the next fixed one; `*` at the end matches everything else. Only the
/// named values of a query are checked, in the same way.
private struct PathPattern: Sendable {
    private enum Part: Sendable {
        case fixed(String)
        case name(String, prefix: String, suffix: String, isNumber: Bool)
        case several(String)
        case rest

        /// Whether one part of a path, or a value of a query, matches. Notes the named part of it.
        func matches(_ text: String, _ names: inout [String: String]) -> Bool {
            guard case .name(let name, let prefix, let suffix, let isNumber) = self else {
                if case .fixed(let expected) = self { return text == expected }
                return false
            }
            guard text.hasPrefix(prefix), text.hasSuffix(suffix) else { return false }
            let value = text.dropFirst(prefix.count).dropLast(suffix.count)
            guard !value.isEmpty, !isNumber || value.utf8.allSatisfy(\.isDigit) else { return false }
            names[name] = String(value)
            return true
        }
    }

    private let parts: [Part]
    private let query: [(key: String, value: Part)]

    init(_ pattern: String) {
        let halves = pattern.split(separator: "?", maxSplits: 1)
        parts = (halves.first ?? "").split(separator: "/").map { Self.part(String($0)) }
        query = halves.dropFirst().joined().split(separator: "&").map { item in
            let sides = item.split(separator: "=")
            return (key: String(sides[0]), value: Self.part(String(sides[1])))
        }
    }

    /// Returns the parts that matched the pattern's names; nil if the URL doesn't match.
    func match(_ address: SiteAddress) -> [String: String]? {
        guard var names = match(address.segments[...]) else { return nil }
        for (key, part) in query {
            guard let value = address.query[key], part.matches(value, &names) else { return nil }
        }
        return names
    }

    private func match(_ path: ArraySlice<String>) -> [String: String]? {
        var path = path
        var names: [String: String] = [:]
        for (index, part) in parts.enumerated() {
            switch part {
            case .rest: return names
            case .fixed, .name:
                guard let segment = path.popFirst(), part.matches(segment, &names) else { return nil }
            case .several(let name):
                guard let end = end(ofSeveral: path, before: parts.dropFirst(index + 1).first) else { return nil }
                names[name] = path[..<end].joined(separator: "/")
                path = path[end...]
            }
        }
        return path.isEmpty ? names : nil
    }

    private func end(ofSeveral path: ArraySlice<String>, before next: Part?) -> Int? {
        guard !path.isEmpty else { return nil }
        guard case .fixed(let text) = next else { return path.endIndex }
        return path.dropFirst().firstIndex(of: text)
    }

    private static func part(_ text: String) -> Part {
        if text == "*" { return .rest }
        guard let open = text.firstIndex(of: "{"), let close = text.lastIndex(of: "}") else { return .fixed(text) }
        let name = text[text.index(after: open)..<close]
        if name.hasSuffix("*") { return .several(String(name.dropLast())) }
        let isNumber = name.hasPrefix("#")
        return .name(
            String(name.dropFirst(isNumber ? 1 : 0)), prefix: String(text[..<open]),
            suffix: String(text[text.index(after: close)...]), isNumber: isNumber)
    }
}

/// One kind of page on a site, and its feeds.
private struct SiteRoute: Sendable {
    let page: PathPattern
    var feeds: [(url: String, title: String)] = []

    /// Returns nil if the URL isn't such a page's.
    func feeds(at address: SiteAddress, names: [String: String]) -> [DiscoveredFeed]? {
        guard let taken = page.match(address) else { return nil }
        let names = names.merging(taken) { _, new in new }
        return feeds.compactMap { feed in
            let url = Self.filled(feed.url, with: names)
            let absolute = url.hasPrefix("/") ? address.origin + url : url
            guard let found = WebURL(link: absolute, base: nil) else { return nil }
            return DiscoveredFeed(url: found.href, title: Self.filled(feed.title, with: names))
        }
    }

    private static func filled(_ template: String, with names: [String: String]) -> String {
        var text = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            text += rest[..<open]
            text += names[String(rest[rest.index(after: open)..<close])] ?? ""
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}
