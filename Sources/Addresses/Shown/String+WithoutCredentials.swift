extension String {
    /// The text without the user names and passwords in its URLs.
    ///
    /// The text may be a URL, a command line or a sentence. A password with a slash or a `#` breaks its URL, but is
    /// still a password: if the host is uncertain, an ellipsis replaces it.
    package var withoutCredentials: String {
        guard utf8.contains(UInt8(ascii: "@")) else { return self }
        let bytes = utf8
        var shown = ""
        var kept = startIndex
        // A single word may contain very many URLs.
        var word = bytes[..<startIndex]
        var lastAt: Index?
        while let sign = bytes[kept...].addressSign {
            let start = bytes.index(sign, offsetBy: 3)
            if start >= word.endIndex {
                word = bytes[start...].prefix { !$0.endsWord }
                lastAt = word.lastIndex(of: UInt8(ascii: "@"))
            }
            shown += self[kept..<start]
            kept = start
            let place = word[start...].prefix { !$0.endsAuthority }
            if let at = place.lastIndex(of: UInt8(ascii: "@")) {
                kept = bytes.index(after: at)
            } else if place.hasBrokenPort, let lastAt, lastAt > start {
                shown += "…@"
                kept = bytes.index(after: lastAt)
            }
            // A browser's path may be another program's password.
            let authority = word[kept...].prefix { !"/?#".utf8.contains($0) }
            if let slash = authority.firstIndex(of: UInt8(ascii: "\\")),
                let at = authority.lastIndex(of: UInt8(ascii: "@")), slash < at
            {
                shown += self[kept...slash] + "…"
                kept = at
            }
        }
        return shown + self[kept...]
    }
}

extension Substring.UTF8View {
    /// Where the next `://` begins.
    fileprivate var addressSign: Index? {
        var rest = self
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            rest = rest[colon...]
            if rest.starts(with: "://".utf8) { return colon }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// Whether it has a colon that no port follows, as in “name:password”.
    fileprivate var hasBrokenPort: Bool {
        guard first != UInt8(ascii: "["), let colon = firstIndex(of: UInt8(ascii: ":")) else { return false }
        return !self[colon...].dropFirst().allSatisfy(\.isDigit)
    }
}
