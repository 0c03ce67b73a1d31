/// A header of a request.
package struct Header: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The header as curl takes it, ending in a semicolon if its value is empty. Nil if it isn't exactly one header;
    /// such a header isn't sent.
    package var line: String? {
        guard name.isToken, value.fitsHeader else { return nil }
        return value.allSatisfy(\.isWhitespace) ? "\(name);" : "\(name): \(value)"
    }
}

extension String {
    /// Whether this may be sent as a header's value. It may come from another server, through a redirect. Some programs
    /// end a line at a carriage return, and every server limits the length.
    var fitsHeader: Bool {
        utf8.count <= 8 << 10 && utf8.allSatisfy { ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7F }
    }

    /// Whether this may be a header's name (RFC 9110, 5.6.2).
    fileprivate var isToken: Bool {
        !isEmpty && utf8.count <= 256
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
