import Addresses

/// The parts of a web URL as they are written.
struct LinkParts {
    /// Without the user name, the port, a dot at the end, and a first label for a version of the site, such as `www.`.
    private(set) var host: Bytes
    /// Nil for port 80 or 443.
    let port: Bytes?
    let path: Bytes
    let query: Bytes?
    let fragment: Bytes?

    /// Nil if the text isn't a web URL.
    init?(_ text: Bytes) {
        let text = UnsafeBufferPointer(rebasing: text.trimmed)
        guard let places = AddressPlaces(text) else { return nil }
        let scheme = text[places.scheme]
        guard scheme.isCaseless("http") || scheme.isCaseless("https") else { return nil }
        fragment = places.fragment.map { text[$0] }
        query = places.query.map { text[$0] }
        path = text[places.path]
        host = text[places.host]
        // An IPv6 address stays unchanged, together with its port.
        if host.first == UInt8(ascii: "["), let port = places.port, !port.isEmpty {
            host = text[places.host.lowerBound..<port.upperBound]
            self.port = nil
        } else {
            let port = places.port.map { text[$0] }
            self.port = port.flatMap { $0.isEmpty || $0.isCaseless("80") || $0.isCaseless("443") ? nil : $0 }
        }
        if host.last == UInt8(ascii: ".") { host.removeLast() }
        dropForm()
        guard !host.isEmpty else { return nil }
    }

    /// Removes the label for a version of the site. “m.example.org” is example.org for phones, but “m.org” is a site.
    private mutating func dropForm() {
        var rest = host
        for form: StaticString in ["www.", "m.", "mobile.", "amp."] where rest.skipCaseless(form) {
            if rest.contains(UInt8(ascii: ".")) { host = rest }
            return
        }
    }
}
