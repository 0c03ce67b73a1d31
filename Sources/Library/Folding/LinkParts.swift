import Addresses

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
        let text = UnsafeBufferPointer(rebasing: text.trimmed)
        guard let places = AddressPlaces(text) else { return nil }
        let scheme = text[places.scheme]
        guard scheme.isCaseless("http") || scheme.isCaseless("https") else { return nil }
        fragment = places.fragment.map { text[$0] }
        query = places.query.map { text[$0] }
        path = text[places.path]
        host = text[places.host]
        // An address of IPv6 is left alone, with its port.
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

    /// “m.example.org” is example.org for telephones; “m.org” is a site.
    private mutating func dropForm() {
        var rest = host
        for form: StaticString in ["www.", "m.", "mobile.", "amp."] where rest.skipCaseless(form) {
            if rest.contains(UInt8(ascii: ".")) { host = rest }
            return
        }
    }
}
