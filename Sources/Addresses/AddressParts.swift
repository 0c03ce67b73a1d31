/// The parts of an address that names a host, each as the address has it, to show it: `WebURL` tells what it means.
package struct AddressParts: Equatable, Sendable {
    package let scheme: Substring
    /// The name and the password before the host.
    package let credentials: Substring?
    /// An IPv6 address keeps its brackets.
    package let host: Substring
    package let port: Substring?
    package let path: Substring
    /// The path, the query and the fragment, with the signs that begin them.
    package let rest: Substring

    /// Nil when the text isn't `scheme://…`.
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
