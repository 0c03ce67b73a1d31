/// The positions of the parts of a URL with a host, in bytes. The URL isn't parsed, only split as it is written.
///
/// A backslash ends the host, too, because browsers read it as a slash.
package struct AddressPlaces: Equatable, Sendable {
    package let scheme: Range<Int>
    /// The user name and the password before the host.
    package let credentials: Range<Int>?
    /// An IPv6 address keeps its brackets.
    package let host: Range<Int>
    /// Empty if a colon without digits follows the host.
    package let port: Range<Int>?
    package let path: Range<Int>
    /// Without the question mark.
    package let query: Range<Int>?
    /// Without the number sign.
    package let fragment: Range<Int>?

    /// Nil if the text isn't `scheme://…`.
    package init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard let colon = text.firstIndex(of: .colon), text[colon...].starts(with: "://".utf8),
            text[..<colon].isScheme
        else { return nil }
        scheme = 0..<colon
        let authority = colon + 3..<(text[(colon + 3)...].firstIndex { $0.endsAuthority } ?? text.count)
        let at = text[authority].lastIndex(of: .at)
        credentials = at.map { authority.lowerBound..<$0 }
        let place = (at.map { $0 + 1 } ?? authority.lowerBound)..<authority.upperBound
        if let colon = text[place].lastIndex(of: .colon), text[(colon + 1)..<place.upperBound].allSatisfy(\.isDigit) {
            host = place.lowerBound..<colon
            port = colon + 1..<place.upperBound
        } else {
            host = place
            port = nil
        }
        let hash = text[authority.upperBound...].firstIndex(of: .hash)
        let restEnd = hash ?? text.count
        let question = text[authority.upperBound..<restEnd].firstIndex(of: .question)
        path = authority.upperBound..<(question ?? restEnd)
        query = question.map { $0 + 1..<restEnd }
        fragment = hash.map { $0 + 1..<text.count }
    }
}

extension Collection<UInt8> {
    /// Whether the bytes are a scheme (RFC 3986, 3.1).
    var isScheme: Bool { first?.isASCIILetter == true && allSatisfy(\.isOfScheme) }
}
