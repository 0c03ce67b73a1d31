/// A pattern for paths, such as "/{owner}/{repo}/releases/*" or "/playlist?list={id}".
///
/// `{name}` matches a part of the path, or the variable rest of a part ("@{user}"); `{#name}` matches a number;
/// `{name*}` matches one or more parts, up to the next fixed one; `*` at the end matches everything else. Only the
/// values of a query are checked.
struct PathPattern: Sendable {
    private enum Part: Sendable {
        case fixed(String)
        case name(String, prefix: String, suffix: String, isNumber: Bool)
        case several(String)
        case rest
    }

    private let parts: [Part]
    private let query: [(key: String, name: String)]

    init(_ pattern: String) {
        let halves = pattern.split(separator: "?", maxSplits: 1)
        parts = (halves.first ?? "").split(separator: "/").map { Self.part(String($0)) }
        query = halves.dropFirst().joined().split(separator: "&").map { item in
            let sides = item.split(separator: "=")
            return (key: String(sides[0]), name: String(sides[1].dropFirst().dropLast()))
        }
    }

    /// Returns the parts that matched the pattern's names; nil if the URL doesn't match.
    func match(_ address: SiteAddress) -> [String: String]? {
        guard var names = match(address.segments[...]) else { return nil }
        for (key, name) in query {
            guard let value = address.query[key] else { return nil }
            names[name] = value
        }
        return names
    }

    private func match(_ path: ArraySlice<String>) -> [String: String]? {
        var path = path
        var names: [String: String] = [:]
        for (index, part) in parts.enumerated() {
            switch part {
            case .rest: return names
            case .fixed(let text):
                guard path.popFirst() == text else { return nil }
            case .name(let name, let prefix, let suffix, let isNumber):
                guard let segment = path.popFirst(), segment.hasPrefix(prefix), segment.hasSuffix(suffix) else {
                    return nil
                }
                let value = segment.dropFirst(prefix.count).dropLast(suffix.count)
                guard !value.isEmpty, !isNumber || value.utf8.allSatisfy(\.isDigit) else { return nil }
                names[name] = String(value)
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
