/// One header of a request.
package struct Header: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// As curl takes it, for which a header without a value ends in a semicolon; nil for what could be more than one header,
    /// or none, which is left out of a request.
    var line: String? {
        guard name.isToken, value.fitsHeader else { return nil }
        return value.allSatisfy(\.isWhitespace) ? "\(name);" : "\(name): \(value)"
    }
}

extension String {
    /// Whether it may be sent as a header's value. What a server said may go back to another server, after a redirect;
    /// a carriage return in it is the end of the line to some, and no server takes a line of any length.
    var fitsHeader: Bool {
        utf8.count <= 8 << 10 && utf8.allSatisfy { ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7F }
    }

    /// Whether it may be a header's name (RFC 9110, 5.6.2).
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
