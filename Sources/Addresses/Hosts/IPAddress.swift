import Glibc

/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable {
    /// Four bytes, or sixteen.
    package let bytes: [UInt8]

    /// Reads an IP address, IPv6 with or without brackets, and IPv4 also in older forms such as `0x7f.1`. Fails for a
    /// name.
    package init?(_ text: some StringProtocol) {
        var text = String(text)
        if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
        // The part after a percent sign names a network interface.
        var (v4, v6) = (in_addr(), in6_addr())
        if inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &v6) == 1 {
            self.init(withUnsafeBytes(of: &v6, Array.init))
        } else if inet_aton(text, &v4) != 0 {
            self.init(withUnsafeBytes(of: &v4, Array.init))
        } else {
            return nil
        }
    }

    /// Fails if the bytes aren't an IPv4 or IPv6 address; `size` is their number.
    package init?(_ address: UnsafeRawPointer, size: Int) {
        guard size >= MemoryLayout<sockaddr>.size else { return nil }
        switch Int32(address.loadUnaligned(as: sockaddr.self).sa_family) {
        case AF_INET where size >= MemoryLayout<sockaddr_in>.size:
            self.init(withUnsafeBytes(of: address.loadUnaligned(as: sockaddr_in.self).sin_addr, Array.init))
        case AF_INET6 where size >= MemoryLayout<sockaddr_in6>.size:
            self.init(withUnsafeBytes(of: address.loadUnaligned(as: sockaddr_in6.self).sin6_addr, Array.init))
        default: return nil
        }
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether it is on the public network: neither this machine, nor a private network, nor a reserved range.
    package var isPublic: Bool { bytes.count == 4 ? Self.isPublic(v4: bytes[...]) : isPublicV6 }

    // The special-purpose ranges (RFC 6890), except those for examples and benchmarks, which are harmless.
    private static func isPublic(v4 bytes: ArraySlice<UInt8>) -> Bool {
        let (first, second) = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1])
        return switch first {
        case 0, 10, 127: false  // this machine, private, loopback
        case 100: second & 0xC0 != 64  // behind the provider's address translation
        case 169: second != 254  // link-local
        case 172: second & 0xF0 != 16  // private
        case 192: second != 168  // private
        default: first < 224  // multicast, reserved, broadcast
        }
    }

    private var isPublicV6: Bool {
        // An IPv6 address that embeds an IPv4 one leads there: mapped, compatible, NAT64 and 6to4.
        if bytes.starts(with: [UInt8](repeating: 0, count: 10)) {
            let kind = bytes[10..<12]
            return (kind == [0, 0] || kind == [0xFF, 0xFF]) && Self.isPublic(v4: bytes[12...])
        }
        if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B]) {
            return bytes[4..<12].allSatisfy { $0 == 0 } && Self.isPublic(v4: bytes[12...])
        }
        return switch bytes[0] {
        case 0x20 where bytes[1] == 0x02: Self.isPublic(v4: bytes[2..<6])
        case 0xFC, 0xFD, 0xFF: false  // unique local, multicast
        case 0xFE: bytes[1] & 0x80 == 0  // link-local, and the older site-local
        default: true
        }
    }
}
