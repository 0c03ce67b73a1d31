/// The parts of a URL with a host as they are written, for display. `WebURL` knows their meaning.
package struct AddressParts: Equatable, Sendable {
    package let scheme: Substring
    /// The user name and the password before the host.
    package let credentials: Substring?
    /// An IPv6 address keeps its brackets.
    package let host: Substring
    package let port: Substring?
    package let path: Substring
    /// The path, the query and the fragment, with their leading signs.
    package let rest: Substring

    /// Nil if the text isn't `scheme://…`.
    package init?(_ text: some StringProtocol) {
        var text = Substring(text)
        guard let places = text.withUTF8({ AddressPlaces($0) }) else { return nil }
        func part(_ place: Range<Int>) -> Substring {
            let start = text.utf8.index(text.startIndex, offsetBy: place.lowerBound)
            return text[start..<text.utf8.index(start, offsetBy: place.count)]
        }
        scheme = part(places.scheme)
        credentials = places.credentials.map(part)
        host = part(places.host)
        port = places.port.flatMap { $0.isEmpty ? nil : part($0) }
        path = part(places.path)
        rest = text[path.startIndex...]
    }
}
