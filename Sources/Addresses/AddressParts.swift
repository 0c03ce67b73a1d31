/// The parts of an address that names a host, each as the address has it, to show it: `WebURL` tells what it means.
///
/// The host ends at a backslash, too: browsers read one as a slash.
package struct AddressParts: Equatable, Sendable {
    package let scheme: Substring
    /// The name and the password before the host.
    package let credentials: Substring?
    /// An IPv6 address keeps its brackets.
    package let host: Substring
    package let port: Substring?
    /// The path, the query and the fragment, with the signs that begin them.
    package let rest: Substring

    /// Nil when the text isn't `scheme://…`.
    package init?(_ text: some StringProtocol) {
        let text = Substring(text)
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8),
            text[..<colon].isScheme
        else { return nil }
        scheme = text[..<colon]
        let authority = bytes[bytes.index(colon, offsetBy: 3)...].prefix { !$0.endsAuthority }
        rest = text[authority.endIndex...]
        var place = Substring(authority)
        if let at = place.utf8.lastIndex(of: UInt8(ascii: "@")) {
            credentials = place[..<at]
            place = place[place.utf8.index(after: at)...]
        } else {
            credentials = nil
        }
        let port = place.utf8.lastIndex(of: UInt8(ascii: ":")).map { place[$0...].dropFirst() }
        if let port, port.utf8.allSatisfy(\.isDigit) {
            host = place[..<place.utf8.index(before: port.startIndex)]
            self.port = port.isEmpty ? nil : port
        } else {
            host = place
            self.port = nil
        }
    }
}

extension Substring {
    /// RFC 3986, 3.1.
    fileprivate var isScheme: Bool {
        guard let first = utf8.first, first.isASCIILetter else { return false }
        return utf8.allSatisfy(\.isOfScheme)
    }
}
