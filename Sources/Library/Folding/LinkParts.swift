/// A web address in its parts, of which each is as the address has it.
struct LinkParts {
    /// Without user, port, the dot at its end, and a first label that only tells in which form a site is shown.
    private(set) var host: Bytes
    /// Nil where it is the usual one.
    let port: Bytes?
    let path: Bytes
    let query: Bytes?
    let fragment: Bytes?

    /// Nil where the text is no web address.
    init?(_ text: Bytes) {
        var rest = text.trimmed
        guard rest.skipCaseless("http://") || rest.skipCaseless("https://") else { return nil }
        fragment = rest.cut(from: "#")
        query = rest.cut(from: "?")
        path = rest[(rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex)...]
        host = rest[..<path.startIndex]
        if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[(at + 1)...] }
        // An address of IPv6 is left alone, with its port.
        let port = host.first == UInt8(ascii: "[") ? nil : host.cut(from: ":")
        self.port = port.flatMap { $0.isEmpty || $0.isCaseless("80") || $0.isCaseless("443") ? nil : $0 }
        if host.last == UInt8(ascii: ".") { host.removeLast() }
        dropForm()
        guard !host.isEmpty else { return nil }
    }

    /// “m.example.org” is example.org for telephones; “m.org” is a site.
    private mutating func dropForm() {
        var rest = host
        for form: StaticString in ["www.", "m.", "mobile.", "amp."] where rest.skipCaseless(form) {
            if rest.contains(UInt8(ascii: ".")) { host = rest }
            return
        }
    }
}
